/** Runs this machine's nginx with the configuration of `deploy/nginx`, and a certificate created here. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onPath } from "../support/browser.ts";
import { endWithTests } from "../support/children.ts";
import { type Front, hasIpv6, type Ports, testFront, waitForTls } from "./front.ts";

const CONFIGURATION = resolve(import.meta.dirname, "../../deploy/nginx/zonetag.conf");
const missing = ["nginx", "openssl"].filter((name) => onPath([name]) === undefined).join(" and ");

testFront(startNginx, missing);

async function startNginx(ports: Ports): Promise<Front> {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-nginx-"));
  await makeCertificate(folder);
  await writeFile(join(folder, "nginx.conf"), await writeConfiguration(folder, ports));
  const args = ["-p", folder, "-c", "nginx.conf", "-e", "error.log", "-g", "daemon off;"];
  const child = endWithTests(spawn("nginx", args, { stdio: "inherit" }));
  await waitForTls(child, ports.secure);
  return {
    origin: `https://localhost:${ports.secure}`,
    plain: `http://localhost:${ports.plain}`,
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

async function writeConfiguration(folder: string, { secure, plain, service }: Ports): Promise<string> {
  const delivered = (await readFile(CONFIGURATION, "utf8"))
    .replaceAll("ads.example", "localhost")
    .replace("server 127.0.0.1:8080;", `server 127.0.0.1:${service};`)
    .replace("listen 80;", `listen 127.0.0.1:${plain};`)
    .replace("listen [::]:80;", hasIpv6() ? `listen [::1]:${plain};` : "")
    .replace("listen 443 ssl", `listen 127.0.0.1:${secure} ssl`)
    .replace("listen [::]:443 ssl http2;", hasIpv6() ? `listen [::1]:${secure} ssl http2;` : "")
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
