/**
 * Records and fails the calls on which durability depends: a killed process loses nothing that the kernel has, so no test
 * of processes notices a missing sync. Linux only: paths and flags of open files come from /proc.
 */
import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { vi } from "vitest";

const METHODS = ["writev", "sync", "datasync", "truncate"] as const;
type Method = (typeof METHODS)[number];

export interface DiskCall {
  method: Method;
  /** Name of the file or folder. */
  name: string;
  /** Flags that it was opened with. */
  flags: number;
  /** Before the call: bytes of a file, sorted names of a folder. */
  content: number | readonly string[];
}

/** Runs in place of a call; `proceed` makes it. */
export type Fault = (
  call: DiskCall,
  proceed: () => Promise<unknown>,
  handle: FileHandle,
) => Promise<unknown> | undefined;

export interface DiskCalls {
  readonly calls: DiskCall[];
  /** Called for each call from now on; undefined lets it pass. */
  inject(fault: Fault): void;
}

export const canRecordDisk = process.platform === "linux";
export const NO_PROC = "needs /proc of Linux";

/** Records calls on all file handles until `vi.restoreAllMocks`. */
export async function recordDiskCalls(): Promise<DiskCalls> {
  const calls: DiskCall[] = [];
  let fault: Fault | undefined;
  const own = await open("/proc/self/status");
  const prototype: FileHandle = Object.getPrototypeOf(own);
  await own.close();
  for (const method of METHODS) {
    const original = prototype[method];
    vi.spyOn(prototype, method).mockImplementation(function (this: FileHandle, ...values: unknown[]) {
      const call = describeCall(method, this.fd);
      calls.push(call);
      const proceed = () => Reflect.apply(original, this, values);
      return (fault?.(call, proceed, this) ?? proceed()) as Promise<never>;
    });
  }
  return {
    calls,
    inject: (next) => {
      fault = next;
    },
  };
}

function describeCall(method: Method, fd: number): DiskCall {
  const path = readlinkSync(`/proc/self/fd/${fd}`);
  const [, flags = "0"] = /flags:\s*(\d+)/.exec(readFileSync(`/proc/self/fdinfo/${fd}`, "utf8")) ?? [];
  const found = statSync(path);
  const content = found.isDirectory() ? readdirSync(path).sort() : found.size;
  return { method, name: basename(path), flags: Number.parseInt(flags, 8), content };
}
