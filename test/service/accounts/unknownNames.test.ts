/** Response times must not reveal user names. This test counts password hashes, since timings vary. */
import { expect, onTestFinished, test, vi } from "vitest";
import { indexPeople, NOBODY, type People } from "../../../src/service/people/people.ts";
import { setPasswordCost } from "../../../src/service/signing/passwordCost.ts";
import { scryptOnThread } from "../../../src/service/signing/scryptThread.ts";
import { type Service, startService } from "../statisticsRoutes/support.ts";

vi.mock("../../../src/service/signing/scryptThread.ts", async (load) => {
  const actual = await load<typeof import("../../../src/service/signing/scryptThread.ts")>();
  return { ...actual, scryptOnThread: vi.fn(actual.scryptOnThread) };
});

/** Counts the blocks that all hashes of a sign-in computed, which its time is proportional to. */
async function countBlocks(service: Service, username: string, people: People): Promise<[number, number]> {
  service.context.people = () => people;
  vi.mocked(scryptOnThread).mockClear();
  const { status } = await service.send("/v2/login", { body: { username, password: "wrong" } });
  const costs = vi.mocked(scryptOnThread).mock.calls.flatMap((call) => call[3]);
  return [status, costs.reduce((sum, { log2N, p }) => sum + 2 ** log2N * p, 0)];
}

test("a wrong password takes the same hashing for an unknown name, a new hash, and one of an earlier version", async () => {
  setPasswordCost({ log2N: 15, p: 3 });
  onTestFinished(() => setPasswordCost({ log2N: 10, p: 1 }));
  await using service = await startService();
  const withHash = (password: string) => {
    const user = { id: 1, username: "ann", name: "Ann", password, accounts: [] };
    return { ...NOBODY, ...indexPeople(new Map([[1, user]]), new Map()) };
  };
  const old = `scrypt:${"A".repeat(22)}:${"A".repeat(43)}`;
  for (const people of [NOBODY, withHash(old), withHash(old.replace(":", ":15,8,3:"))])
    expect(await countBlocks(service, "ann", people)).toEqual([401, 3 * 2 ** 15]);
});
