/** Output of commands, which may contain names from requests and files. */
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { userCommand } from "../../src/service/commands/user.ts";
import { writeVisibly } from "../../src/service/commands/visibleOutput.ts";
import { listenForCommands } from "../../src/service/control/commandSocket.ts";
import { makeFolder } from "../support/folder.ts";

test("texts are written without control characters except line breaks and tabs, and bytes as they are", () => {
  const stream = new PassThrough({ encoding: "utf8" });
  writeVisibly(stream);
  stream.write("1\tAnn\u001b[2J\u009b\n");
  stream.write(Buffer.from("\u001b"));
  stream.write("\u202e");
  expect(stream.read()).toBe("1\tAnn\\u001b[2J\\u009b\n\u001b\\u202e");
});

test("a stored name with a line break does not add a line to the list of users", async () => {
  const data = makeFolder();
  const user = {
    id: 1,
    email: "ann@a.example",
    role: "viewer",
    hasPassword: true,
    name: "Ann\n2\troot\towner",
  } as const;
  const fail = () => Promise.reject(new Error("The command asks for users only."));
  const socket = await listenForCommands(data, {
    backup: fail,
    catalogue: fail,
    delivered: fail,
    imports: fail,
    owners: fail,
    "setup-link": fail,
    users: async () => ({ users: [user] }),
  });
  onTestFinished(() => socket.close());
  const print = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => print.mockRestore());
  await userCommand().parseAsync(["list", "--account", "1", "--data", data], { from: "user" });
  expect(print.mock.calls).toEqual([["1\tann@a.example\tviewer\t\tAnn\\u000a2\\u0009root\\u0009owner"]]);
});
