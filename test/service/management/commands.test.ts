import { Command } from "commander";
import { expect, test, vi } from "vitest";
import { manageCommands } from "../../../src/service/commands/manage.ts";
import { hashToken } from "../../../src/service/signing/passwords.ts";
import { aNetwork, aNetworkCampaign, CREATIVE } from "../support/catalogue.ts";
import { useService } from "../support/service.ts";

const CATALOGUE = aNetwork({
  sites: [],
  zones: [],
  accounts: [
    { id: 1, name: "Network", role: "network", apiTokens: [hashToken("network's")] },
    { id: 2, name: "Publisher", role: "publisher", network: 1, apiTokens: [hashToken("secret")] },
    { id: 3, name: "Advertiser", role: "advertiser", network: 1 },
  ],
  campaigns: [
    aNetworkCampaign(5, { variations: [7, 8].map((id) => ({ id, ...CREATIVE, review: "waiting" })) }),
  ],
});

const service = await useService(CATALOGUE);

/** Runs a command in this process; returns its output and exit code. */
async function run(args: string[], token = "secret") {
  const written = { out: "", error: "" };
  const capture = (key: "out" | "error") => (chunk: string | Uint8Array) => {
    written[key] += String(chunk);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, "write").mockImplementation(capture("out")),
    vi.spyOn(process.stderr, "write").mockImplementation(capture("error")),
  ];
  const program = new Command();
  for (const command of manageCommands()) program.addCommand(command);
  try {
    await program.parseAsync([...args, "--service", service.origin, "--token", token], { from: "user" });
    return { ...written, code: process.exitCode ?? 0 };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = 0;
  }
}

test("commands create, change and list entries as JSON and write refusals to standard error", async () => {
  const made = await run(["sites", "create", '{"name":"Новости","hostname":"news.example"}']);
  expect(made.error).toBe("");
  const site = JSON.parse(made.out).result;
  expect(site).toMatchObject({ account: 2, name: "Новости" });

  const changed = await run(["sites", "change", String(site.id), '{"name":"News"}', "--seen", site.version]);
  expect(JSON.parse(changed.out).result.name).toBe("News");
  const late = await run(["sites", "change", String(site.id), '{"name":"Late"}', "--seen", site.version]);
  expect(late.code).toBe(1);
  expect(late.out).toBe("");
  expect(JSON.parse(late.error).message).toContain("Someone else changed this");

  const list = await run(["sites", "list", "--search", "new"]);
  expect(JSON.parse(list.out).result.map(({ name }: { name: string }) => name)).toEqual(["News"]);
});

test("commands approve and reject creatives only in the version given by --seen", async () => {
  const list = async () => JSON.parse((await run(["approvals"], "network's")).out).result;
  const [first, second] = await list();
  const name = ({ campaign, creative }: typeof first) => [String(campaign.id), String(creative.id)];
  const approve = ["creatives", "approve", ...name(first), "--seen", first.creative.version];
  const approved = await run(approve, "network's");
  expect(JSON.parse(approved.out).result).toMatchObject({ id: 7, review: "approved" });
  expect(JSON.parse((await run(approve, "network's")).error).message).toContain("Someone else changed this");
  const reject = ["creatives", "reject", ...name(second), "Too loud.", "--seen", second.creative.version];
  const rejected = await run(reject, "network's");
  expect(JSON.parse(rejected.out).result).toMatchObject({ review: "rejected", reason: "Too loud." });
  expect(await list()).toEqual([]);
});

test("a body that is not JSON is refused", async () => {
  await expect(run(["zones", "create", "{"])).rejects.toThrow(/^Expected JSON: /);
});
