/** Response times must not reveal user names. This test counts password hashes, since timings vary. */
import { expect, test, vi } from "vitest";
import { scryptOnThread } from "../../../src/service/signing/scryptThread.ts";
import { startService } from "../statistics/support.ts";

vi.mock("../../../src/service/signing/scryptThread.ts", async (load) => {
  const actual = await load<typeof import("../../../src/service/signing/scryptThread.ts")>();
  return { ...actual, scryptOnThread: vi.fn(actual.scryptOnThread) };
});

test("a wrong password is hashed once whether the user name exists or not", async () => {
  await using service = await startService();
  for (const username of ["publisher-one", "nobody"]) {
    vi.mocked(scryptOnThread).mockClear();
    const { status } = await service.send("/v2/login", { body: { username, password: "wrong" } });
    expect([username, status, vi.mocked(scryptOnThread).mock.calls.length]).toEqual([username, 401, 1]);
  }
});
