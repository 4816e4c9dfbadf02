import type { SendWithRetries } from "./retry.js";
import type { Login } from "./session.js";
export declare function signRequests(send: SendWithRetries, login: Login): SendWithRetries;
