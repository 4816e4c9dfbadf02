/** `doctor`: checks the machine and the settings, and says what to do. */
import { Command } from "commander";
import { checkClickHouse, checkRedis } from "../doctor/checkEngines.ts";
import { checkMail, checkReportMails } from "../doctor/checkMail.ts";
import type { Finding } from "../doctor/finding.ts";
import { checkData, checkDataFormat, checkDisk, checkReadable, findNewest } from "../doctor/folders.ts";
import { checkClock, checkNode, readSynchronized } from "../doctor/machine.ts";
import { checkOrigin, checkPort, checkProxies, checkReadiness } from "../doctor/network.ts";
import { addSettings, type Settings } from "../settings.ts";

export function doctorCommand(): Command {
  return addSettings(
    new Command("doctor").description(
      "check Node, disk, permissions, clock, port, proxies, Redis, ClickHouse and the mail server, and suggest fixes",
    ),
  ).action(examine);
}

/** Exits with code 1 for a problem, but not for a warning. */
async function examine(settings: Settings): Promise<void> {
  const findings = await collect(settings);
  for (const { level, about, message } of findings)
    console.log(`${level.padEnd(8)} ${`${about}:`.padEnd(12)} ${message}`);
  if (findings.some(({ level }) => level === "problem")) process.exitCode = 1;
}

async function collect(settings: Settings): Promise<Finding[]> {
  const { data, origin, redis, clickhouse, smtp } = settings;
  const port = await checkPort(settings);
  return [
    checkNode(process.versions.node),
    checkClock(Date.now(), { newest: findNewest(data), isSynchronized: readSynchronized() }),
    checkDisk(data),
    ...checkData(data),
    ...(await checkDataFormat(data, clickhouse === undefined)),
    ...checkFiles(settings),
    port.finding,
    ...(port.isRunning ? [await checkReadiness(settings)] : []),
    checkProxies(settings),
    ...(origin !== undefined && port.isRunning ? [await checkOrigin(origin)] : []),
    ...(redis === undefined ? [] : await checkRedis(redis, Date.now)),
    ...(clickhouse === undefined ? [] : await checkClickHouse(clickhouse, Date.now)),
    ...(smtp === undefined ? [] : [await checkMail(smtp, origin), ...checkReportMails(settings)]),
  ];
}

function checkFiles({ catalogue, creatives, cityDatabase }: Settings): Finding[] {
  const named = { "--catalogue": catalogue, "--creatives": creatives, "--city-database": cityDatabase };
  return Object.entries(named).flatMap(([setting, path]) =>
    path === undefined ? [] : [checkReadable(setting, path)],
  );
}
