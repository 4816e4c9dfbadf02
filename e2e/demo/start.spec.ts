import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createManagement, createStatistics } from "../../src/statistics/index.ts";
import { listen } from "../support/http.ts";
import { expect, type RunningDemo, runNpm, runStart, runStartWithFacts, startedDemo, test } from "./demo.ts";

for (const name of ["site", "service"]) {
  test(`npm start reports a used ${name} port in one line and exits with 1`, async () => {
    const other = await listen((_request, response) => response.end());
    const ports = { site: 0, service: 0, [name]: other.port };
    const { child, output } = runStart([
      ...["--site-port", String(ports.site), "--service-port", String(ports.service)],
      ...["--data", test.info().outputPath("data")],
    ]);
    const [code] = await once(child, "exit");
    await other.stop();
    expect(code).toBe(1);
    expect(output().trim().split("\n")).toHaveLength(1);
    expect(output()).toMatch(new RegExp(`port ${other.port} .*(taken|in use)`, "i"));
  });
}

for (const [name, start] of [
  ["with", runStartWithFacts],
  ["without", runStart],
] as const) {
  test(`npm start ${name} statistics exits when another demo uses the folder, and leaves the catalogue unchanged`, async () => {
    const data = test.info().outputPath("data");
    const first = await startedDemo(runStart, data);
    const readCatalogue = () => readFile(join(data, "events/catalogue/snapshot-000000000000.json"), "utf8");
    const catalogue = await readCatalogue();
    const { child, output } = start(["--site-port", "0", "--service-port", "0", "--data", data]);
    const [code] = await once(child, "exit");
    expect(code).toBe(1);
    expect(output().trim()).toBe(
      `demo: another demo uses ${data}; stop it, or choose another folder with --data`,
    );
    expect(await readCatalogue()).toBe(catalogue);
    expect((await fetch(first.site)).status).toBe(200);
    await first.stop();
  });
}

test("a second npm start keeps changes to the catalogue that the first start created", async () => {
  const data = test.info().outputPath("data");
  const credentials = { username: "network", password: "longshore" };
  const readCampaigns = ({ service }: RunningDemo) =>
    createManagement(createStatistics({ baseUrl: service, credentials })).campaigns;
  const first = await startedDemo(runStart, data);
  await readCampaigns(first).change({ id: 301, version: "*" }, { name: "Renamed" });
  await first.stop();
  const second = await startedDemo(runStart, data);
  const { entries } = await readCampaigns(second).list();
  expect(entries.filter(({ name }) => name === "Renamed").map(({ id }) => id)).toEqual([301]);
  await second.stop();
});

test("npm start stops both servers on Ctrl-C", async () => {
  const demo = await startedDemo();
  expect((await fetch(demo.site)).status).toBe(200);
  await demo.stop();
  expect(demo.child.exitCode).toBe(0);
  await expect(fetch(demo.site)).rejects.toThrow();
  await expect(fetch(demo.service)).rejects.toThrow();
});

for (const script of ["start", "dev"]) {
  test(`npm run ${script} leaves no process when only npm gets the signal`, async () => {
    const demo = await startedDemo(runNpm(script));
    const group = demo.child.pid ?? 0;
    demo.child.kill("SIGTERM");
    await expect.poll(() => hasProcesses(group)).toBe(false);
    for (const address of [demo.site, demo.service]) await expect(fetch(address)).rejects.toThrow();
    await demo.stop();
  });
}

/** Whether a process group has members. npm leads a group that contains everything it started. */
function hasProcesses(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}
