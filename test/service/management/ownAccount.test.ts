/** Changes that an account makes to itself. */
import { expect, test } from "vitest";
import { aNetwork } from "../support/catalogue.ts";
import { manage } from "./support.ts";

const START = aNetwork();

test("an account can change its own name and time zone without affecting other accounts", async () => {
  const managed = await manage(START);
  const change = { name: "Anna", timezone: "Europe/Berlin" };
  const { status, json } = await managed.send(2, "PATCH", "/v2/account", change);
  const details = { kind: "publisher", currency: "USD", goals: 0, catalogue: "live", access: "owner" };
  expect([status, json]).toEqual([200, { id: 2, ...change, ...details }]);
  const [network, publisher, advertiser] = START.accounts;
  expect((await managed.saved()).accounts).toEqual([network, { ...publisher, ...change }, advertiser]);
  expect(managed.catalogue().accounts.get(2)).toMatchObject(change);
});

test.each<[unknown, Record<string, unknown>[]]>([
  [
    { name: "Anna", role: "network", id: 1 },
    [{ "[role]": "This field was not expected." }, { "[id]": "This field was not expected." }],
  ],
  [{ password: "twelve chars" }, [{ "[password]": "This field was not expected." }]],
  [{ timezone: "Mars" }, [{ "[timezone]": 'Unknown time zone "Mars".' }]],
  [[], [{ "[body]": "Expected an object." }]],
])(
  "an account's change of itself to %j is refused with an error for each wrong field",
  async (body, errors) => {
    const managed = await manage(START);
    const { status, json } = await managed.send(2, "PATCH", "/v2/account", body);
    expect([status, json]).toEqual([400, { errors }]);
    expect(await managed.saved()).toMatchObject(START);
  },
);
