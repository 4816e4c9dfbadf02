/** A service with two networks, and requests by their users. */
import { onTestFinished } from "vitest";
import type { Entry } from "../../../src/service/catalogue/document.ts";
import type { Settings } from "../../../src/service/settings.ts";
import { hashPassword } from "../../../src/service/signing/passwords.ts";
import type { Answer } from "./answer.ts";
import { type TestService, testService } from "./service.ts";

export const PASSWORD = "a long password";
const password = await hashPassword(PASSWORD);

const CATALOGUE = {
  accounts: [
    { id: 1, name: "Network", role: "network", username: "network", password },
    { id: 2, name: "Publisher", role: "publisher", network: 1, username: "publisher", password },
    { id: 3, name: "Second publisher", role: "publisher", network: 1 },
    { id: 4, name: "Other network", role: "network", username: "Other@net.example", password },
  ],
  sites: [{ id: 1, account: 2, name: "Site", hostname: "site.example" }],
  zones: [],
  campaigns: [],
};

/** Default fields of an invited user. */
export const ANN = { email: "Ann@site.example", name: "Ann", role: "editor" };

export class PeopleService {
  readonly service: TestService;

  /** Starts a service that stops with the test. */
  static async start(
    settings: Partial<Settings> = {},
    options: { isDeclared?: boolean; users?: Entry[] } = {},
  ): Promise<PeopleService> {
    const service = await testService(CATALOGUE, settings, options);
    onTestFinished(() => service[Symbol.asyncDispose]());
    return new PeopleService(service);
  }

  private constructor(service: TestService) {
    this.service = service;
  }

  /** Sends a request. `token`: empty for none. */
  send(token: string, method: string, path: string, body?: object): Promise<Answer> {
    return this.service.send(token, method, path, body, { "If-Match": "*" });
  }

  logIn(username: string, more: object = {}): Promise<Answer> {
    return this.send("", "POST", "/v2/login", { username, password: PASSWORD, ...more });
  }

  async signIn(username: string, more?: object): Promise<string> {
    return (await this.logIn(username, more)).json.token;
  }

  invite(token: string, fields: object = {}): Promise<Answer> {
    return this.send(token, "POST", "/v2/users", { ...ANN, ...fields });
  }

  usePassword(link: string, password = PASSWORD): Promise<Answer> {
    const token = link.split("#password=")[1] ?? "";
    return this.send("", "POST", "/v2/password", { token, password });
  }

  /** Invites a user and sets the user's password. Resolves with the id. */
  async join(owner: string, fields: object = {}): Promise<number> {
    const { json } = await this.invite(await this.signIn(owner), fields);
    await this.usePassword(json.result.link);
    return json.result.id;
  }
}
