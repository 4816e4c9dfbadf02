import type { Login } from "./login.js";
import type { SendWithRetries } from "./retry.js";
export declare function signRequests(send: SendWithRetries, login: Login): SendWithRetries;
