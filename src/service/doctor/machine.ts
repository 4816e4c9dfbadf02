/** Checks of Node and of the clock. */
import { spawnSync } from "node:child_process";
import { describeOldNode } from "../nodeVersion.ts";
import { type Finding, reportAbout } from "./finding.ts";

export function checkNode(version: string): Finding {
  const { ok, problem } = reportAbout("Node");
  const old = describeOldNode(version);
  return old === undefined ? ok(version) : problem(`${old} Install it from https://nodejs.org.`);
}

const MINUTE_MS = 60_000;

/**
 * Checks the clock. `newest`: last change of the data, milliseconds since 1970. `isSynchronized`: whether the system
 * reports that a time server sets the clock; undefined when it reports nothing.
 */
export function checkClock(
  now: number,
  { newest, isSynchronized }: { newest?: number | undefined; isSynchronized?: boolean | undefined },
): Finding {
  const { ok, warning, problem } = reportAbout("Clock");
  if (newest !== undefined && newest > now + MINUTE_MS) {
    const minutes = Math.round((newest - now) / MINUTE_MS);
    return problem(
      `The data was last written ${minutes} min ahead of this machine's clock. Set the clock, then start the service.`,
    );
  }
  const time = new Date(now).toISOString();
  if (isSynchronized === false)
    return warning(
      `${time}, not synchronized with a time server. Turn synchronization on: timedatectl set-ntp true`,
    );
  return ok(time);
}

/**
 * Reads whether a time server sets the clock; undefined without systemd.
 * https://www.freedesktop.org/software/systemd/man/latest/timedatectl.html
 */
export function readSynchronized(): boolean | undefined {
  const args = ["show", "--property=NTPSynchronized", "--value"];
  const { status, stdout } = spawnSync("timedatectl", args, { encoding: "utf8", timeout: 5000 });
  return status === 0 ? stdout.trim() === "yes" : undefined;
}
