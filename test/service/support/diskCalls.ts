/**
 * Records the system calls on which durability depends, and makes them fail. Killing a process does not reveal a
 * missing sync, since the kernel keeps unsynced writes. Linux only: reads paths and flags of open files from /proc.
 */
import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { vi } from "vitest";

const METHODS = ["write", "sync", "datasync", "truncate"] as const;
type Method = (typeof METHODS)[number];

export interface DiskCall {
  method: Method;
  /** Name of the file or folder. */
  name: string;
  /** Flags of the open call. */
  flags: number;
  /** Content before the call: size of a file, or sorted names of a folder. */
  content: number | readonly string[];
}

/** Replaces a call; `proceed` runs the original. */
export type Fault = (
  call: DiskCall,
  proceed: () => Promise<unknown>,
  handle: FileHandle,
) => Promise<unknown> | undefined;

export interface DiskCalls {
  readonly calls: DiskCall[];
  /** Sets a function for all further calls. Returning undefined runs the original call. */
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
