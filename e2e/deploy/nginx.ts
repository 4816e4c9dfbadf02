/** The nginx of this machine with the configuration of `deploy/nginx`, on free ports, with a certificate made here. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { connect } from "node:tls";
import { onPath } from "../support/browser.ts";
import { endWithTests } from "../support/children.ts";

const CONFIGURATION = resolve(import.meta.dirname, "../../deploy/nginx/zonetag.conf");

export interface Nginx {
  /** `https://localhost:…` */
  origin: string;
  /** `http://localhost:…`, which leads to the other. */
  plain: string;
  /** What it wrote to its error log. */
  problems(): Promise<string>;
  stop(): Promise<void>;
}

export function hasNginx(): boolean {
  return onPath(["nginx"]) !== undefined && onPath(["openssl"]) !== undefined;
}

/** A port that was free a moment ago. */
export async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

export async function startNginx(port: number, service: number): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-nginx-"));
  const plain = await findPort();
  await makeCertificate(folder);
  await writeFile(join(folder, "nginx.conf"), await writeConfiguration(folder, { port, plain, service }));
  const args = ["-p", folder, "-c", "nginx.conf", "-e", "error.log", "-g", "daemon off;"];
  const child = endWithTests(spawn("nginx", args, { stdio: "inherit" }));
  await untilItAnswers(child, port);
  return {
    origin: `https://localhost:${port}`,
    plain: `http://localhost:${plain}`,
    problems: () => readFile(join(folder, "error.log"), "utf8"),
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makeCertificate(folder: string): Promise<void> {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const files = ["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"];
  execFileSync("openssl", ["req", "-x509", ...kind, ...subject, ...files], { stdio: "ignore" });
}

/** The configuration as it is delivered: only names, ports and paths are this machine's. */
async function writeConfiguration(
  folder: string,
  ports: { port: number; plain: number; service: number },
): Promise<string> {
  const delivered = (await readFile(CONFIGURATION, "utf8"))
    .replaceAll("ads.example", "localhost")
    .replace("server 127.0.0.1:8080;", `server 127.0.0.1:${ports.service};`)
    .replace("listen 80;", `listen 127.0.0.1:${ports.plain};`)
    .replace("listen 443 ssl", `listen 127.0.0.1:${ports.port} ssl`)
    .replaceAll("/etc/letsencrypt/live/localhost/", `${folder}/`);
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const folders = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`);
  await Promise.all(kinds.map((kind) => mkdir(join(folder, kind))));
  const user = process.getuid?.() === 0 ? "user root;" : "";
  return `${user} pid ${join(folder, "nginx.pid")}; worker_processes 1; events {}
http { access_log off; ${folders.join(" ")}
${delivered}
}`;
}

async function untilItAnswers(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect({ port, host: "localhost", rejectUnauthorized: false });
    const answered = await Promise.race([
      once(socket, "secureConnect").then(() => true),
      once(socket, "error").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (answered) return;
  }
  throw new Error(`nginx ended with ${child.exitCode}.`);
}
