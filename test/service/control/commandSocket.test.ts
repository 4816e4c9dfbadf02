import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { askService } from "../../../src/service/control/commandSocket.ts";

test("a command reports that its service ended before it answered", async () => {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-control-"));
  const dying = createServer((socket) => socket.once("data", () => socket.destroy())).listen(
    join(folder, "control.sock"),
  );
  await once(dying, "listening");
  await expect(askService(folder, "backup", {})).rejects.toThrow(
    "The service ended before it answered. The request may have been carried out or not.",
  );
  dying.close();
  await rm(folder, { recursive: true });
});
