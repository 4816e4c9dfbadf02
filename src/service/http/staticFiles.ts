/**
 * Serves files, compressed, with strong entity tags for revalidation: `StaticFiles` as they are in a folder, `LoadedFiles`
 * as they were at the start.
 *
 * A file is compressed at its first request and kept in memory. Compressed copies in `dist/` would enlarge every commit
 * by a third; Brotli at its highest level takes 10 ms for the tag and 200 ms for the dashboard, once.
 */
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { getMimeType } from "hono/utils/mime";
import { findFile } from "../files/files.ts";
import { parseQualities } from "../reports/formats.ts";
import { Gate } from "../runtime/gate.ts";

type Encoding = "br" | "gzip" | "identity";
type Bytes = Uint8Array<ArrayBuffer>;

interface StoredFile {
  bytes: Bytes;
  digest: string;
  /** Finished and running compressions. */
  encoded: Map<Encoding, Promise<Bytes>>;
}

interface CachedFile extends StoredFile {
  /** Modification time and size, to detect a changed file. */
  version: string;
}

/** Request for a file, by GET or HEAD. */
interface FileRequest {
  headers: Headers;
}

/** Formats of images and fonts are compressed already. */
const COMPRESSIBLE = /^(text\/|image\/svg|application\/(json|javascript|xml))/;
/** Smaller files are not compressed: headers are most of their response. */
const MIN_COMPRESSED = 200;

/** Reads of all folders. Their descriptors must not exhaust those that connections leave to the journal. */
const reads = new Gate({ running: 16, waiting: Number.POSITIVE_INFINITY });

const compressors: Record<Encoding, (bytes: Bytes) => Promise<Bytes>> = {
  br: async (bytes) => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    return new Uint8Array(await promisify(brotliCompress)(bytes, { params }));
  },
  gzip: async (bytes) => new Uint8Array(await promisify(gzip)(bytes, { level: 9 })),
  identity: async (bytes) => bytes,
};

export class StaticFiles {
  readonly #folder: string;
  readonly #capacity: number;
  /** Files by path, least recently used first. */
  readonly #files = new Map<string, CachedFile>();
  #size = 0;

  /** `capacity`: bytes of all files kept in memory. */
  constructor(folder: string, capacity = 64 * 1024 * 1024) {
    this.#folder = folder;
    this.#capacity = capacity;
  }

  /** Responds with a file below the folder; undefined when there is none. */
  async respond(
    name: string,
    request: FileRequest,
    headers: Record<string, string>,
  ): Promise<Response | undefined> {
    const path = isSafe(name) ? await findFile(this.#folder, name) : undefined;
    const file = path ? await this.#read(path) : undefined;
    return file && respondWith(file, name, request, headers);
  }

  async #read(path: string): Promise<CachedFile | undefined> {
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    const version = `${found.mtimeMs} ${found.size}`;
    const known = this.#files.get(path);
    if (known?.version === version) {
      this.#files.delete(path);
      this.#files.set(path, known);
      return known;
    }
    const file = { version, ...createStored(await reads.run(() => readFile(path))) };
    this.#store(path, file);
    return file;
  }

  #store(path: string, file: CachedFile): void {
    this.#remove(path);
    this.#files.set(path, file);
    this.#size += file.bytes.length;
    for (const [oldest] of this.#files) {
      if (this.#size <= this.#capacity) break;
      this.#remove(oldest);
    }
  }

  #remove(path: string): void {
    this.#size -= this.#files.get(path)?.bytes.length ?? 0;
    this.#files.delete(path);
  }
}

/**
 * Serves files as they were when it was created. While an upgrade replaces the package, its files are missing from the
 * disk for about a second, and afterwards they belong to another version than the running service.
 */
export class LoadedFiles {
  readonly #files = new Map<string, StoredFile>();

  /** Ignores names without a file: a checkout may not be built. */
  constructor(folder: string, names: readonly string[]) {
    for (const name of names) {
      const path = join(folder, name);
      if (statSync(path, { throwIfNoEntry: false })?.isFile())
        this.#files.set(name, createStored(readFileSync(path)));
    }
  }

  /** Responds with a file; undefined when there is none. */
  async respond(
    name: string,
    request: FileRequest,
    headers: Record<string, string>,
  ): Promise<Response | undefined> {
    const file = this.#files.get(name);
    return file && respondWith(file, name, request, headers);
  }
}

function createStored(content: Buffer): StoredFile {
  const bytes = new Uint8Array(content);
  const digest = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  return { bytes, digest, encoded: new Map() };
}

async function respondWith(
  file: StoredFile,
  name: string,
  request: FileRequest,
  headers: Record<string, string>,
): Promise<Response> {
  const type = getMimeType(name) ?? "application/octet-stream";
  const isCompressible = COMPRESSIBLE.test(type) && file.bytes.length >= MIN_COMPRESSED;
  const encoding = isCompressible ? chooseEncoding(request.headers.get("accept-encoding")) : "identity";
  // Each encoding is a separate representation, which needs a separate strong tag (RFC 9110, 8.8.3).
  const tag = `"${file.digest}${encoding === "identity" ? "" : `-${encoding}`}"`;
  const all = new Headers({ ...headers, ETag: tag });
  if (isCompressible) all.set("Vary", "Accept-Encoding");
  if (hasTag(request.headers.get("if-none-match"), tag))
    return new Response(null, { status: 304, headers: all });
  const bytes = await encode(file, encoding);
  all.set("Content-Type", type);
  all.set("Content-Length", String(bytes.length));
  if (encoding !== "identity") all.set("Content-Encoding", encoding);
  return new Response(bytes, { headers: all });
}

/** Compresses a file. Concurrent requests share one compression. */
function encode(file: StoredFile, encoding: Encoding): Promise<Bytes> {
  const known = file.encoded.get(encoding);
  if (known) return known;
  const encoded = compressors[encoding](file.bytes);
  file.encoded.set(encoding, encoded);
  return encoded;
}

/** Whether a path is inside the folder and not hidden. */
function isSafe(name: string): boolean {
  const parts = name.split(/[/\\]/);
  return !name.includes("\0") && parts.every((part) => part !== "" && !part.startsWith("."));
}

/** Chooses the smallest encoding that the client accepts (RFC 9110, 12.5.3). */
function chooseEncoding(header: string | null): Encoding {
  // Bytes that the client cannot decode are worse than larger ones.
  const find = parseQualities(header ?? "", 0);
  if (find("br", "*") > 0) return "br";
  return find("gzip", "*") > 0 ? "gzip" : "identity";
}

/** Compares tags weakly (RFC 9110, 13.1.2): proxies that change a response make its tag weak. */
function hasTag(header: string | null, tag: string): boolean {
  if (header === null) return false;
  return header.split(",").some((item) => item.trim() === "*" || item.trim().replace(/^W\//, "") === tag);
}
