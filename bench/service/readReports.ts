/**
 * A process that asks for reports, always so many at once, while it is told to: `go`, then `stop`, which it answers with
 * how many were read.
 */

export interface Reading {
  address: string;
  token: string;
  body: string;
  atOnce: number;
}

let isGoing = false;
let asking: Promise<number>[] = [];

process.on("message", async (message: { go: Reading } | "stop") => {
  if (message === "stop") {
    isGoing = false;
    const counts = await Promise.all(asking);
    process.send?.(counts.reduce((sum, count) => sum + count, 0));
    return;
  }
  isGoing = true;
  asking = Array.from({ length: message.go.atOnce }, () => readOn(message.go));
});
process.send?.("ready");

async function readOn(reading: Reading): Promise<number> {
  let count = 0;
  for (; isGoing; count++) await readReport(reading);
  return count;
}

async function readReport({ address, token, body }: Reading): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const response = await fetch(address, { method: "POST", headers, body });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`A report was answered by ${response.status}.`);
}
