import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { askService } from "../../../src/service/control/commandSocket.ts";
import { makeFolder } from "../../support/folder.ts";

test("a command reports that its service ended before it answered", async () => {
  const folder = makeFolder();
  const dying = createServer((socket) => socket.once("data", () => socket.destroy())).listen(
    join(folder, "control.sock"),
  );
  await once(dying, "listening");
  await expect(askService(folder, "backup", { path: folder })).rejects.toThrow(
    "The service stopped before it answered. The request may or may not have been carried out.",
  );
  dying.close();
});
