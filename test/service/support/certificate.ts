/** Self-signed certificate for 127.0.0.1 and localhost, created with openssl. */
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Certificate extends AsyncDisposable {
  /** Paths of PEM files. */
  keyFile: string;
  certificateFile: string;
  key: string;
  certificate: string;
}

/** Reason why no certificate can be created; undefined if openssl is installed. */
export const NO_CERTIFICATE =
  spawnSync("openssl", ["version"]).status === 0
    ? undefined
    : "needs openssl, which this machine does not have";

export async function makeCertificate(): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-certificate-"));
  const keyFile = join(folder, "key.pem");
  const certificateFile = join(folder, "certificate.pem");
  const { status, stderr } = spawnSync("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
    ...["-keyout", keyFile, "-out", certificateFile, "-subj", "/CN=localhost"],
    ...["-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"],
  ]);
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`);
  return {
    keyFile,
    certificateFile,
    key: await readFile(keyFile, "utf8"),
    certificate: await readFile(certificateFile, "utf8"),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
