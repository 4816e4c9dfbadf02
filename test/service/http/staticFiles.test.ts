import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { mkdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { StaticFiles } from "../../../src/service/http/staticFiles.ts";
import { useFolder } from "../../support/folder.ts";

const SIZE = 1000;
const CHANGED = new Date(0);

const folder = useFolder();

/** Writes a file with a fixed size and modification time, so it looks unchanged. */
async function write(name: string, letter: string, size = SIZE): Promise<void> {
  await writeFile(join(folder, name), letter.repeat(size));
  await utimes(join(folder, name), CHANGED, CHANGED);
}

function ask(files: StaticFiles, name: string, headers: Record<string, string> = {}) {
  return files.respond(name, { headers: new Headers(headers) }, { "X-Own": "1" });
}

async function read(files: StaticFiles, name: string): Promise<string> {
  return (await (await ask(files, name))?.text())?.slice(0, 1) ?? "none";
}

test("a file is found by its name in composed and decomposed Unicode", async () => {
  await write("u\u0308bung.txt", "1");
  await write("\u00e4rger.txt", "2");
  const files = new StaticFiles(folder);
  const names = ["\u00fcbung.txt", "u\u0308bung.txt", "\u00e4rger.txt", "a\u0308rger.txt", "\u00f6l.txt"];
  expect(await Promise.all(names.map((name) => read(files, name)))).toEqual(["1", "1", "2", "2", "none"]);
});

test("links are served while they lead to a file in the folder, as Kubernetes mounts files", async () => {
  const [served, version] = [join(folder, "mounted"), join(folder, "mounted/..2026_11_28")];
  await mkdir(version, { recursive: true });
  await mkdir(join(folder, "mounted-beside"));
  for (const path of ["mounted/..2026_11_28/a.txt", "mounted-beside/a.txt", "secret"]) await write(path, "1");
  const links: [name: string, target: string][] = [
    ["..data", "..2026_11_28"],
    ["a.txt", "..data/a.txt"],
    ["deep", "..data"],
    ["again.txt", "a.txt"],
    ["absolute.txt", join(version, "a.txt")],
    ["out.txt", "../secret"],
    ["beside.txt", "../mounted-beside/a.txt"],
    ["beside", "../mounted-beside"],
    ["root", "/"],
    ["twice.txt", "out.txt"],
    ["loop.txt", "loop.txt"],
    ["nowhere.txt", "missing"],
    ["self", "."],
  ];
  for (const [name, target] of links) await symlink(target, join(served, name));
  await symlink("mounted", join(folder, "linked"));
  for (const name of ["mounted", "linked"]) {
    const files = new StaticFiles(join(folder, name));
    for (const inside of ["a.txt", "deep/a.txt", "again.txt", "absolute.txt", "self/a.txt"])
      expect([inside, await read(files, inside)]).toEqual([inside, "1"]);
    const outside = ["out.txt", "beside.txt", "beside/a.txt", `root${join(folder, "secret")}`, "twice.txt"];
    for (const other of [...outside, "loop.txt", "nowhere.txt", "deep", "self", "..data/a.txt"])
      expect([other, await read(files, other)]).toEqual([other, "none"]);
  }
});

test("the most recently used files are cached up to the capacity", async () => {
  const files = new StaticFiles(folder, 2 * SIZE);
  for (const name of ["a.txt", "b.txt"]) {
    await write(name, "1");
    await read(files, name);
  }
  await write("c.txt", "1");
  await read(files, "a.txt");
  await read(files, "c.txt");
  for (const name of ["a.txt", "b.txt", "c.txt"]) await write(name, "2");
  const found = [await read(files, "a.txt"), await read(files, "c.txt"), await read(files, "b.txt")];
  expect(found).toEqual(["1", "1", "2"]);
});

test("of many files that are requested at once, at most 16 are open", async (context) => {
  const listOpen = () =>
    readdirSync("/proc/self/fd").filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
      } catch {
        return false;
      }
    }).length;
  if (!existsSync("/proc/self/fd")) return context.skip("needs /proc");
  const names = Array.from({ length: 100 }, (_, at) => `many-${at}.txt`);
  for (const name of names) await write(name, "m", 1024 * 1024);
  const files = new StaticFiles(folder);
  let most = 0;
  let isDone = false;
  const done = Promise.all(names.map((name) => read(files, name))).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    most = Math.max(most, listOpen());
    await new Promise(setImmediate);
  }
  expect(new Set(await done)).toEqual(new Set(["m"]));
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(16);
});

test("small files are cached by default", async () => {
  const files = new StaticFiles(folder);
  await write("small.txt", "1");
  await read(files, "small.txt");
  await write("small.txt", "2");
  expect(await read(files, "small.txt")).toBe("1");
});

test("a changed file replaces its cached version", async () => {
  const files = new StaticFiles(folder, 2 * SIZE);
  await write("kept.txt", "1");
  await read(files, "kept.txt");
  for (let again = 0; again < 5; again++) {
    await writeFile(join(folder, "changing.txt"), String(again).repeat(SIZE));
    await utimes(join(folder, "changing.txt"), CHANGED, new Date(1000 * again));
    expect(await read(files, "changing.txt")).toBe(String(again));
    expect(await read(files, "kept.txt")).toBe("1");
  }
  await write("kept.txt", "2");
  expect(await read(files, "kept.txt")).toBe("1");
});

test("a file whose size changed is read again even if its modification time is the same", async () => {
  const files = new StaticFiles(folder);
  await write("size.txt", "1");
  await read(files, "size.txt");
  await write("size.txt", "2", SIZE + 1);
  expect(await read(files, "size.txt")).toBe("2");
});

test("a file larger than the capacity is served", async () => {
  const files = new StaticFiles(folder, SIZE / 2);
  await write("large.txt", "1");
  expect(await read(files, "large.txt")).toBe("1");
  await write("large.txt", "2");
  expect(await read(files, "large.txt")).toBe("2");
});

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };

test.each<[string, keyof typeof DECODERS | undefined]>([
  ["br", "br"],
  ["gzip", "gzip"],
  ["GZIP , br;q=0.001", "br"],
  ["gzip;q=0, *", "br"],
  ["br;q=0, *", "gzip"],
  ["br; Q=0.0 ,gzip; q=1", "gzip"],
  ["br;level=9;q=0, gzip;level=0", "gzip"],
  ["*;q=0", undefined],
  ["deflate, zstd", undefined],
  ["brotli, x-gzip", undefined],
  ["br;q=, gzip", "gzip"],
  ["br;q=abc, gzip; q=-1", undefined],
  ["br;q=1.2.3, *;q=0.5x", undefined],
  ["", undefined],
])("with Accept-Encoding %j a text is sent with encoding %s", async (accepted, encoding) => {
  await write("text.txt", "x");
  const response = await ask(new StaticFiles(folder), "text.txt", { "accept-encoding": accepted });
  const bytes = Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer());
  expect(String(encoding ? DECODERS[encoding](bytes) : bytes)).toBe("x".repeat(SIZE));
  expect(Object.fromEntries(response?.headers ?? [])).toEqual({
    "content-type": "text/plain; charset=utf-8",
    "content-length": String(bytes.length),
    "x-own": "1",
    etag: expect.stringMatching(encoding ? new RegExp(`^"[\\w-]{22}-${encoding}"$`) : /^"[\w-]{22}"$/),
    vary: "Accept-Encoding",
    ...(encoding && { "content-encoding": encoding }),
  });
});

test.each([
  ["a.css", true],
  ["a.html", true],
  ["a.js", true],
  ["a.json", true],
  ["a.svg", true],
  ["a.xml", true],
  ["a.png", false],
  ["a.woff2", false],
  ["a.unknown", false],
])("%s is compressed: %s", async (name, isCompressed) => {
  await write(name, "x");
  const response = await ask(new StaticFiles(folder), name, { "accept-encoding": "br" });
  expect([response?.headers.get("content-encoding"), response?.headers.get("vary")]).toEqual(
    isCompressed ? ["br", "Accept-Encoding"] : [null, null],
  );
});

test("a file with an unknown extension has the type application/octet-stream", async () => {
  await write("b.unknown", "x");
  const response = await ask(new StaticFiles(folder), "b.unknown");
  expect(response?.headers.get("content-type")).toBe("application/octet-stream");
});

test("only texts of at least 200 bytes are compressed", async () => {
  await write("short.txt", "x", 199);
  await write("enough.txt", "x", 200);
  const encode = async (name: string) =>
    (await ask(new StaticFiles(folder), name, { "accept-encoding": "br" }))?.headers.get("content-encoding");
  expect([await encode("short.txt"), await encode("enough.txt")]).toEqual([null, "br"]);
});

test.each<[string, number, (tag: string) => string]>([
  ["the ETag", 304, (tag) => tag],
  ["a weak form of the ETag", 304, (tag) => `W/${tag}`],
  ["a list that contains the ETag", 304, (tag) => `"other" , ${tag}`],
  ["*", 304, () => "*"],
  ["another ETag", 200, () => '"other"'],
  ["the ETag without quotes", 200, (tag) => tag.slice(1, -1)],
  ["the ETag after other characters", 200, (tag) => `xW/${tag}`],
  ["an ETag with W/ inside the quotes", 200, (tag) => `"W/${tag.slice(1)}`],
])("If-None-Match with %s gets %d", async (_what, status, condition) => {
  await write("tagged.txt", "x");
  const files = new StaticFiles(folder);
  const tag = (await ask(files, "tagged.txt"))?.headers.get("etag") ?? "";
  const response = await ask(files, "tagged.txt", { "if-none-match": condition(tag) });
  expect([response?.status, (await response?.text())?.length]).toEqual([status, status === 200 ? SIZE : 0]);
  expect([response?.headers.get("etag"), response?.headers.get("x-own")]).toEqual([tag, "1"]);
});

test("a file is served as soon as it exists and no longer after its removal", async () => {
  const files = new StaticFiles(folder);
  expect(await read(files, "later.txt")).toBe("none");
  await write("later.txt", "1");
  expect(await read(files, "later.txt")).toBe("1");
  await rm(join(folder, "later.txt"));
  expect(await read(files, "later.txt")).toBe("none");
});

test.each([
  "../outside.txt",
  "..\\outside.txt",
  "inside/../inside.txt",
  ".hidden",
  "inside/.hidden",
  "inside//a.txt",
])("%s is not served although the file exists", async (name) => {
  await mkdir(join(folder, "files/inside"), { recursive: true });
  for (const place of ["outside.txt", "files/inside.txt", "files/.hidden", "files/inside/.hidden"])
    await write(place, "x");
  await write("files/inside/a.txt", "1");
  await writeFile(join(folder, "files", "..\\outside.txt"), "x");
  const files = new StaticFiles(join(folder, "files"));
  expect(await ask(files, name)).toBeUndefined();
  expect(await read(files, "inside/a.txt")).toBe("1");
  for (const none of ["", "inside", "/", "inside/a.txt\0"]) expect(await ask(files, none)).toBeUndefined();
});
