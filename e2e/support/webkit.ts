/** Debian's WebKit: MiniBrowser in a screen of its own, driven by WebKitWebDriver. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { Builder, Capabilities, error, type WebDriver } from "selenium-webdriver";
import type { Engine, Tab } from "./engines.ts";

export const MINI_BROWSERS = ["x86_64-linux-gnu", "aarch64-linux-gnu"].flatMap((machine) =>
  ["4.1", "4.0", "6.0"].map((version) => `/usr/lib/${machine}/webkit2gtk-${version}/MiniBrowser`),
);

/** Scripts may take this long, milliseconds. */
const PATIENCE = 60_000;
/** Pages may take this long to load, milliseconds; some scenarios never let them. */
const LOAD_PATIENCE = 3_000;

export async function openWebKit(): Promise<Engine> {
  const screen = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const display = `:${await Promise.race([firstLine(screen), refusal(screen, "Xvfb")])}`;
  const port = await freePort();
  const server = spawn("WebKitWebDriver", [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display },
    stdio: "ignore",
  });
  await Promise.race([answers(`http://127.0.0.1:${port}/status`), refusal(server, "WebKitWebDriver")]);
  const driver = await session(`http://127.0.0.1:${port}`);
  // The first page of a site starts a process of its own, and scripts that the driver began before are lost with the
  // old one. Every server of the tests is of the driver's own site.
  await driver.get(`http://127.0.0.1:${port}/status`);
  return {
    name: "webkit",
    tab: async () => windowTab(driver),
    close: async () => {
      await driver.quit().catch(() => {});
      for (const child of [server, screen]) await ended(child);
    },
  };
}

async function session(address: string): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: "MiniBrowser",
    // Scripts that the driver begins before a page has loaded are lost at times.
    pageLoadStrategy: "normal",
    timeouts: { script: PATIENCE, pageLoad: LOAD_PATIENCE },
    "webkitgtk:browserOptions": { binary: MINI_BROWSERS.find(existsSync), args: ["--automation"] },
  });
  return new Builder()
    .disableEnvironmentOverrides()
    .usingServer(address)
    .withCapabilities(capabilities)
    .build();
}

/** The session's one window: scenarios follow each other in it. */
function windowTab(driver: WebDriver): Tab {
  return {
    goto: (url) => driver.get(url).catch(unlessSlow),
    run: (expression) =>
      driver.executeAsyncScript(
        `const done = arguments[arguments.length - 1];
         (async () => done(await (${expression})))().catch((error) => done("failed: " + error));`,
      ),
    back: () => driver.navigate().back(),
    close: () => driver.get("about:blank"),
  };
}

function unlessSlow(failure: unknown): void {
  if (!(failure instanceof error.TimeoutError)) throw failure;
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error("Xvfb has no output");
  const [line] = await once(createInterface(child.stdout), "line");
  return String(line).trim();
}

/** Rejects when a program does not start, or ends before it was asked to. */
async function refusal(child: ChildProcess, name: string): Promise<never> {
  const [code] = await once(child, "exit");
  throw new Error(`${name} ended with ${code}`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  return typeof address === "object" && address ? address.port : 0;
}

async function answers(url: string): Promise<void> {
  for (const until = Date.now() + 10_000; Date.now() < until; ) {
    if (await fetch(url).catch(() => undefined)) return;
    await new Promise((next) => setImmediate(next));
  }
  throw new Error(`nothing answers at ${url}`);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return;
  child.kill();
  await once(child, "exit");
}
