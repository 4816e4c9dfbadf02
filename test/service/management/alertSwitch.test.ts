/** The switch of the mail "what needs you" over HTTP. */
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { hashPassword } from "../../../src/service/signing/passwords.ts";
import { deriveKey, loadSecret } from "../../../src/service/signing/secret.ts";
import { PASSWORD, PeopleService } from "../support/people.ts";

/** No mail is sent here. */
const MAIL = { smtp: "smtp://127.0.0.1:1", origin: "https://ads.example" };
const password = await hashPassword(PASSWORD);
const USERS = [
  {
    id: 20,
    email: "ann@net.example",
    emailConfirmed: true,
    name: "Ann",
    password,
    accounts: [
      { account: 1, role: "viewer" },
      { account: 4, role: "viewer" },
    ],
  },
  { id: 21, email: "new@net.example", name: "New", password, accounts: [{ account: 2, role: "viewer" }] },
];

const start = (settings: object = MAIL) => PeopleService.start(settings, { users: USERS });
const turn = (people: PeopleService, token: string, alerts: unknown) =>
  people.send(token, "PATCH", "/v2/user", { alerts });
const read = async (people: PeopleService, token: string) =>
  (await people.send(token, "GET", "/v2/user")).json.user.alerts;

test("a user with a confirmed address switches mails on and off for the signed-in account, until leaving it", async () => {
  const people = await start();
  const ann = await people.signIn("ann@net.example");
  expect(await read(people, ann)).toBeUndefined();
  expect((await turn(people, ann, true)).status).toBe(204);
  expect((await turn(people, ann, true)).status).toBe(204);
  expect(await read(people, ann)).toEqual([1]);
  const network = await people.signIn("network");
  const { json } = await people.send(network, "GET", "/v2/users");
  expect(json.result.find(({ id }: { id: number }) => id === 20)).not.toHaveProperty("alerts");
  const { json: changes } = await people.send(network, "GET", "/v2/changes?kind=users");
  expect(changes.result.filter(({ id }: { id: number }) => id === 20)).toEqual([]);
  expect((await turn(people, ann, false)).status).toBe(204);
  expect(await read(people, ann)).toBeUndefined();
  await turn(people, ann, true);
  expect((await people.send(network, "DELETE", "/v2/users/20")).status).toBe(204);
  const later = await people.signIn("ann@net.example");
  expect(await read(people, later)).toBeUndefined();
});

test("a user without a confirmed address cannot switch mails on, but off", async () => {
  const people = await start();
  const user = await people.signIn("new@net.example");
  const { status, json } = await turn(people, user, true);
  expect([status, json.message]).toEqual([409, expect.stringMatching(/^Confirm your e-mail address first/)]);
  expect((await turn(people, user, false)).status).toBe(204);
  const publisher = await people.signIn("publisher");
  expect((await turn(people, publisher, true)).json.message).toMatch(/^You sign in with a user name\./);
  expect((await turn(people, publisher, "yes")).status).toBe(400);
});

test("without a mail server, mails cannot be switched on", async () => {
  const people = await start({});
  const ann = await people.signIn("ann@net.example");
  const { status, json } = await turn(people, ann, true);
  expect([status, json.message]).toEqual([409, "This service sends no mails."]);
});

test("a POST to the address in a mail ends the mails about its account without a sign-in, also twice", async () => {
  const people = await start();
  const [one, other] = [
    await people.signIn("ann@net.example"),
    await people.signIn("ann@net.example", { account: 4 }),
  ];
  await turn(people, one, true);
  await turn(people, other, true);
  const key = deriveKey(await loadSecret(people.service.settings.data), "ends of subscriptions");
  const sign = (named: string) => `${named}.${createHmac("sha256", key).update(named).digest("base64url")}`;
  const end = async (token: string) => (await people.send("", "POST", `/v2/unsubscribe/${token}`)).status;
  const token = sign("20.alerts-1");
  const [, , signature] = token.split(".");
  for (const wrong of [`20.alerts-4.${signature}`, `21.alerts-1.${signature}`, "20.alerts-1"])
    expect(await end(wrong)).toBe(403);
  expect(await read(people, one)).toEqual([1, 4]);
  expect([await end(token), await end(token), await end(sign("99.alerts-1"))]).toEqual([204, 204, 204]);
  expect(await read(people, one)).toEqual([4]);
});
