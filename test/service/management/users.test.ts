/** Users of accounts over HTTP: invitations, links, roles, and what owners may not do to other accounts' users. */
import { beforeEach, expect, test } from "vitest";
import { LINK_LIFE } from "../../../src/service/management/users.ts";
import { ANN, PASSWORD, PeopleService } from "../support/people.ts";

const VOID = "This link is no longer valid. Ask an owner of the account for another.";
let people: PeopleService;
beforeEach(async ({ task }) => {
  if (!task.name.startsWith("[own]")) people = await PeopleService.start();
});

test("an invited user sets a password through the link and signs in with the address in any letter case", async () => {
  const owner = await people.signIn("publisher");
  const { status, json } = await people.invite(owner);
  expect([status, json.result]).toEqual([
    201,
    {
      id: 4,
      email: "ann@site.example",
      name: "Ann",
      role: "editor",
      hasPassword: false,
      link_expires_at: json.result.expires_at,
      link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/dashboard\/#password=[\w-]{32}$/),
      expires_at: new Date(people.service.clock.time + LINK_LIFE).toISOString(),
    },
  ]);
  expect((await people.logIn("ann@site.example")).status).toBe(401);
  // A mail scanner that opens the link does not use it up: the fragment is not sent.
  await fetch(json.result.link);
  expect(await people.usePassword(json.result.link)).toMatchObject({
    status: 200,
    json: { username: "ann@site.example" },
  });
  const token = await people.signIn("ANN@Site.example ");
  expect((await people.send(token, "GET", "/v2/account")).json).toMatchObject({
    id: 2,
    name: "Publisher",
    access: "editor",
    username: "ann@site.example",
    user: {
      id: 4,
      email: "ann@site.example",
      name: "Ann",
      accounts: [{ id: 2, name: "Publisher", role: "editor" }],
    },
  });
  const last_sign_in = new Date(people.service.clock.time).toISOString();
  expect((await people.send(owner, "GET", "/v2/users")).json.result).toEqual([
    { id: 2, username: "publisher", name: "Publisher", role: "owner", hasPassword: true, last_sign_in },
    { id: 4, email: "ann@site.example", name: "Ann", role: "editor", hasPassword: true, last_sign_in },
  ]);
});

test("a link works once, within 72 hours and only until a newer link is created", async () => {
  const owner = await people.signIn("publisher");
  const first = (await people.invite(owner)).json.result.link;
  const makeLink = async () => (await people.send(owner, "POST", "/v2/users/4/link")).json.result.link;
  const second = await makeLink();
  expect(await people.usePassword(first)).toMatchObject({ status: 403, json: { message: VOID } });
  expect((await people.usePassword(second)).status).toBe(200);
  expect((await people.usePassword(second)).status).toBe(403);
  const third = await makeLink();
  people.service.clock.time += LINK_LIFE;
  expect((await people.usePassword(third)).status).toBe(403);
  const { json } = await people.send(await people.signIn("publisher"), "GET", "/v2/users");
  expect(json.result[1]).not.toHaveProperty("link_expires_at");
});

test("a link stays valid after a refused password, and only one of two concurrent uses succeeds", async () => {
  const { link } = (await people.invite(await people.signIn("publisher"))).json.result;
  expect(await people.usePassword(link, "short")).toMatchObject({
    status: 400,
    json: { errors: [{ "[password]": "Expected 12 to 1000 characters." }] },
  });
  const uses = await Promise.all(
    ["first long one", "second long one"].map((one) => people.usePassword(link, one)),
  );
  expect(uses.map(({ status }) => status).sort()).toEqual([200, 403]);
});

test("guessed link tokens throttle the client address like failed sign-ins", async () => {
  for (let at = 0; at < 5; at++) expect((await people.usePassword(`#password=${at}`)).status).toBe(403);
  expect((await people.usePassword("#password=5")).status).toBe(429);
});

test("setting a password through a link invalidates the user's sessions and old password", async () => {
  await people.join("publisher");
  const token = await people.signIn("ann@site.example");
  const { link } = (await people.send(await people.signIn("publisher"), "POST", "/v2/users/4/link")).json
    .result;
  expect((await people.send(token, "GET", "/v2/account")).status).toBe(200);
  await people.usePassword(link, "another password");
  expect((await people.send(token, "GET", "/v2/account")).status).toBe(401);
  expect((await people.logIn("ann@site.example")).status).toBe(401);
});

test("a changed role applies to tokens already issued, and removing the user invalidates them", async () => {
  const id = await people.join("publisher");
  const token = await people.signIn("ann@site.example");
  const rename = (name: string) => people.send(token, "PATCH", "/v2/sites/1", { name });
  expect((await rename("One")).status).toBe(200);
  const owner = await people.signIn("publisher");
  await people.send(owner, "PATCH", `/v2/users/${id}`, { role: "viewer" });
  expect(await rename("Two")).toMatchObject({
    status: 403,
    json: { message: "This needs the role editor in the account; yours is viewer." },
  });
  expect((await people.send(owner, "DELETE", `/v2/users/${id}`)).status).toBe(204);
  expect((await rename("Three")).status).toBe(401);
  expect((await people.logIn("ann@site.example")).status).toBe(401);
});

test("the change log names the user of a change, or a former user after removal", async () => {
  const id = await people.join("publisher");
  await people.send(await people.signIn("ann@site.example"), "PATCH", "/v2/sites/1", { name: "Renamed" });
  await people.send(await people.signIn("publisher"), "PATCH", "/v2/sites/1", { name: "Again" });
  const network = await people.signIn("network");
  const list = async () => {
    const { json } = await people.send(network, "GET", "/v2/changes?kind=sites");
    return json.result.map((change: { account: object; user?: object }) => [change.account, change.user]);
  };
  const account = { id: 2, name: "Publisher" };
  expect(await list()).toEqual([
    [account, { id: 2, name: "Publisher" }],
    [account, { id, name: "Ann" }],
  ]);
  await people.send(await people.signIn("publisher"), "DELETE", `/v2/users/${id}`);
  expect((await list())[1]).toEqual([account, { id, name: "former user" }]);
  // The id of a removed user is not reused.
  expect((await people.invite(await people.signIn("publisher"))).json.result.id).toBe(id + 1);
});

test("only the network can remove the last owner of an account", async () => {
  const id = await people.join("publisher", { role: "owner" });
  const ann = await people.signIn("ann@site.example");
  // An owner of another account is no owner of this one.
  const cara = { email: "cara@site.example", account: 3, role: "owner" };
  const network = await people.signIn("network");
  await people.send(network, "DELETE", "/v2/users/2?account=2");
  const { id: user } = (await people.invite(network, cara)).json.result;
  await people.send(network, "POST", "/v2/users", { user, role: "viewer", account: 2 });
  const message = "The account needs another owner first.";
  for (const [method, body] of [["PATCH", { role: "editor" }], ["DELETE"]] as const)
    expect(await people.send(ann, method, `/v2/users/${id}`, body)).toMatchObject({
      status: 409,
      json: { message },
    });
  const other = (await people.invite(ann, { email: "ben@site.example", role: "owner" })).json.result.id;
  expect((await people.send(ann, "PATCH", `/v2/users/${id}`, { role: "editor" })).status).toBe(200);
  expect((await people.send(network, "DELETE", `/v2/users/${other}?account=2`)).status).toBe(204);
});

test("a network's user has the same role in the network's accounts and no access to other accounts", async () => {
  await people.join("network", { email: "net@net.example", role: "viewer" });
  await people.join("publisher");
  const token = await people.signIn("net@net.example", { account: 2 });
  expect((await people.send(token, "GET", "/v2/account")).json).toMatchObject({ id: 2, access: "viewer" });
  expect((await people.send(token, "GET", "/v2/sites")).json.result).toHaveLength(1);
  expect((await people.send(token, "PATCH", "/v2/sites/1", { name: "No" })).status).toBe(403);
  for (const [user, account] of [
    ["net@net.example", 4],
    ["net@net.example", 99],
    ["ann@site.example", 1],
    ["ann@site.example", 3],
  ] as const)
    expect(await people.logIn(user, { account })).toMatchObject({
      status: 403,
      json: { message: "This user does not belong to the account." },
    });
});

test("a network user taken over from the catalogue can sign in to the network's accounts", async () => {
  for (const account of [1, 2]) expect((await people.logIn("network", { account })).status).toBe(200);
  expect((await people.logIn("publisher", { account: 1 })).status).toBe(403);
});

test.each([
  ["ann@site.example", "publisher"],
  ["ANN@site.example", "Other@net.example"],
  // Already the user name of an account.
  ["other@NET.example", "publisher"],
])("the address %s, already used to sign in, is refused in an invitation by %s", async (email, owner) => {
  await people.join("network");
  const answer = await people.invite(await people.signIn(owner), { email });
  expect(answer).toMatchObject({
    status: 409,
    json: { message: "Another user already has this address." },
  });
});

test("an owner can add or reset a user only if the owner manages all of the user's accounts", async () => {
  const id = await people.join("network", { account: 2 });
  const [network, publisher, other] = [
    await people.signIn("network"),
    await people.signIn("publisher"),
    await people.signIn("Other@net.example"),
  ];
  const add = (token: string, account: number) =>
    people.send(token, "POST", "/v2/users", { user: id, role: "viewer", account });
  expect((await people.send(publisher, "POST", `/v2/users/${id}/link`)).status).toBe(201);
  expect(await add(network, 3)).toMatchObject({ status: 201, json: { result: { role: "viewer" } } });
  expect((await add(network, 3)).status).toBe(409);
  const message = "The user also belongs to accounts that you do not manage.";
  expect(await people.send(publisher, "POST", `/v2/users/${id}/link`)).toMatchObject({
    status: 403,
    json: { message },
  });
  expect((await add(other, 4)).status).toBe(404);
  expect((await people.send(other, "POST", `/v2/users/${id}/link`)).status).toBe(404);
  expect((await people.send(other, "DELETE", `/v2/users/${id}`)).status).toBe(404);
  expect((await people.send(network, "POST", `/v2/users/${id}/link`)).status).toBe(201);
});

test.each([
  ["GET", "/v2/users?account=3", undefined],
  ["POST", "/v2/users", { ...ANN, account: 3 }],
  ["PATCH", "/v2/users/1", { role: "viewer", account: 1 }],
  ["DELETE", "/v2/users/1?account=4", undefined],
])(
  "a publisher's owner may not %s %s of an account that the publisher does not manage",
  async (method, path, body) => {
    const answer = await people.send(await people.signIn("publisher"), method, path, body);
    const errors = [{ "[account]": "There is no account with this id." }];
    expect([answer.status, answer.json.errors]).toEqual([400, errors]);
  },
);

test("an invitation with several invalid fields gets an error for each", async () => {
  const { json } = await people.invite(await people.signIn("publisher"), {
    email: "ann",
    name: " ",
    role: "boss",
    age: 3,
  });
  expect(json.errors).toEqual([
    { "[email]": "Expected an e-mail address." },
    { "[name]": "Expected a name with a visible character." },
    { "[role]": "Expected one of: viewer, editor, owner." },
    { "[age]": "This field was not expected." },
  ]);
});

test("a change of the account is answered like a request for the account", async () => {
  const token = await people.signIn("publisher");
  const changed = await people.send(token, "PATCH", "/v2/account", { name: "Renamed" });
  expect(changed.json).toMatchObject({ name: "Renamed", access: "owner", username: "publisher" });
  expect(changed.json).toEqual((await people.send(token, "GET", "/v2/account")).json);
});

test("a user can change name and language; a new password replaces the session token", async () => {
  await people.join("publisher");
  const token = await people.signIn("ann@site.example");
  expect((await people.send(token, "PATCH", "/v2/user", { name: "Anna", language: "de" })).status).toBe(204);
  const password = "the new password";
  const wrong = await people.send(token, "PATCH", "/v2/user", { password, currentPassword: "wrong" });
  expect([wrong.status, wrong.json.errors]).toEqual([403, [{ "[currentPassword]": "Wrong password." }]]);
  const { json } = await people.send(token, "PATCH", "/v2/user", { password, currentPassword: PASSWORD });
  expect((await people.send(token, "GET", "/v2/user")).status).toBe(401);
  expect((await people.send(json.token, "GET", "/v2/user")).json).toMatchObject({
    id: 2,
    name: "Publisher",
    user: { name: "Anna", language: "de" },
  });
});

test("[own] rate limits are counted for each user separately", async () => {
  people = await PeopleService.start({ limitUser: 20 });
  await people.join("publisher");
  await people.join("publisher", { email: "ben@site.example" });
  const [ann, ben] = [await people.signIn("ann@site.example"), await people.signIn("ben@site.example")];
  for (let at = 0; at < 20; at++) await people.send(ann, "GET", "/v2/sites");
  expect((await people.send(ann, "GET", "/v2/sites")).status).toBe(429);
  expect((await people.send(ben, "GET", "/v2/sites")).status).toBe(200);
});

test("[own] with a declared catalogue users can change themselves but not the catalogue", async () => {
  people = await PeopleService.start({}, { isDeclared: true });
  const id = await people.join("publisher");
  const publisher = await people.signIn("publisher");
  const own = {
    id: -2,
    username: "publisher",
    name: "Publisher",
    role: "owner",
    declared: true,
    hasPassword: true,
  };
  expect((await people.send(publisher, "GET", "/v2/users")).json.result).toMatchObject([own, { id }]);
  expect((await people.send(publisher, "GET", "/v2/account")).json.user).toMatchObject({ id: -2 });
  expect((await people.invite(publisher, { email: "Other@net.example" })).status).toBe(409);
  const token = await people.signIn("ann@site.example");
  expect((await people.send(token, "PATCH", "/v2/user", { name: "Anna" })).status).toBe(204);
  expect(await people.send(publisher, "PATCH", "/v2/user", { name: "No" })).toMatchObject({
    status: 409,
    json: { message: expect.stringContaining("The file of the catalogue declares this sign-in") },
  });
  expect(await people.send(token, "PATCH", "/v2/sites/1", { name: "No" })).toMatchObject({
    status: 409,
    json: { code: "declared" },
  });
});

test("[own] users and their links survive a restart, and links start with --origin", async () => {
  people = await PeopleService.start({ origin: "https://ads.example" });
  const { link } = (await people.invite(await people.signIn("publisher"))).json.result;
  expect(link).toMatch(/^https:\/\/ads\.example\/dashboard\/#password=/);
  await people.service.restart();
  expect((await people.usePassword(link)).status).toBe(200);
  await people.service.restart();
  expect((await people.logIn("ann@site.example")).status).toBe(200);
});

test("a link names its user without being used, and a wrong one names no user", async () => {
  const { json } = await people.invite(await people.signIn("publisher"));
  const [, token] = json.result.link.split("#password=");
  const read = (sent: string) => people.send("", "POST", "/v2/password/user", { token: sent });
  for (let at = 0; at < 2; at++) expect((await read(token)).json).toEqual({ username: "ann@site.example" });
  expect((await people.usePassword(json.result.link)).status).toBe(200);
  expect([(await read(token)).status, (await read("wrong")).status]).toEqual([403, 403]);
});
