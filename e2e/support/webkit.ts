/** Debian's WebKit: MiniBrowser on a virtual screen, driven by WebKitWebDriver. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { Builder, Capabilities, error, type WebDriver } from "selenium-webdriver";
import { endWithTests } from "./children.ts";
import type { Engine, Tab } from "./tab.ts";

export const MINI_BROWSERS = ["x86_64-linux-gnu", "aarch64-linux-gnu"].flatMap((machine) =>
  ["4.1", "4.0", "6.0"].map((version) => `/usr/lib/${machine}/webkit2gtk-${version}/MiniBrowser`),
);

/** Timeout of a script, milliseconds. */
const SCRIPT_TIMEOUT = 60_000;
/** Timeout of the first page, milliseconds. */
const START_TIMEOUT = 60_000;
/** Timeout of a page's load event, which some scenarios prevent; milliseconds. */
const LOAD_TIMEOUT = 3_000;

export async function openWebKit(): Promise<Engine> {
  const screen = endWithTests(
    spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"], {
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );
  const display = `:${await Promise.race([readFirstLine(screen), rejectOnExit(screen, "Xvfb")])}`;
  const port = await findFreePort();
  const server = endWithTests(
    spawn("WebKitWebDriver", [`--port=${port}`], {
      env: { ...process.env, DISPLAY: display },
      stdio: "ignore",
    }),
  );
  await Promise.race([
    waitForResponse(`http://127.0.0.1:${port}/status`),
    rejectOnExit(server, "WebKitWebDriver"),
  ]);
  const driver = await createSession(`http://127.0.0.1:${port}`);
  // The first page of a site starts a new process, which loses scripts that the driver began before. All servers of the
  // tests belong to this site.
  await driver.get(`http://127.0.0.1:${port}/status`);
  // Set only now, because on a busy machine the first process takes longer to start.
  await driver.manage().setTimeouts({ pageLoad: LOAD_TIMEOUT });
  return {
    name: "webkit",
    tab: async () => createTab(driver),
    close: async () => {
      await driver.quit().catch(() => {});
      for (const child of [server, screen]) await stopProcess(child);
    },
  };
}

async function createSession(address: string): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: "MiniBrowser",
    // Scripts that the driver begins before the load event are sometimes lost.
    pageLoadStrategy: "normal",
    timeouts: { script: SCRIPT_TIMEOUT, pageLoad: START_TIMEOUT },
    "webkitgtk:browserOptions": { binary: MINI_BROWSERS.find(existsSync), args: ["--automation"] },
  });
  return new Builder()
    .disableEnvironmentOverrides()
    .usingServer(address)
    .withCapabilities(capabilities)
    .build();
}

/** Creates the session's only window, in which the scenarios run in sequence. */
function createTab(driver: WebDriver): Tab {
  return {
    goto: (url) => driver.get(url).catch(ignoreTimeout),
    run: (expression) =>
      driver.executeAsyncScript(
        `const done = arguments[arguments.length - 1];
         (async () => done(await (${expression})))().catch((error) => done("failed: " + error));`,
      ),
    back: () => driver.navigate().back(),
    close: () => driver.get("about:blank"),
  };
}

function ignoreTimeout(failure: unknown): void {
  if (!(failure instanceof error.TimeoutError)) throw failure;
}

async function readFirstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error("Xvfb has no output");
  const [line] = await once(createInterface(child.stdout), "line");
  return String(line).trim();
}

/** Rejects when a program ends or does not start. */
async function rejectOnExit(child: ChildProcess, name: string): Promise<never> {
  const [code] = await once(child, "exit");
  throw new Error(`${name} ended with ${code}`);
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  return typeof address === "object" && address ? address.port : 0;
}

async function waitForResponse(url: string): Promise<void> {
  for (const until = Date.now() + 10_000; Date.now() < until; ) {
    if (await fetch(url).catch(() => undefined)) return;
    await new Promise((next) => setImmediate(next));
  }
  throw new Error(`nothing answers at ${url}`);
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return;
  child.kill();
  await once(child, "exit");
}
