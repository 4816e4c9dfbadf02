/** Small file systems that a test can fill. Only root can mount them. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Disk {
  path: string;
  /** Fills the disk. */
  fill(): void;
  /** Frees the space taken by `fill`. */
  free(): void;
  unmount(): void;
}

export function canMount(): boolean {
  if (process.getuid?.() !== 0) return false;
  const path = mkdtempSync(join(tmpdir(), "zonetag-mount-"));
  const isMounted = mount(path, 1);
  if (isMounted) spawnSync("umount", [path]);
  rmSync(path, { recursive: true });
  return isMounted;
}

export function mountDisk(path: string, megabytes: number): Disk {
  mkdirSync(path, { recursive: true });
  if (!mount(path, megabytes)) throw new Error(`Nothing could be mounted at ${path}.`);
  const filler = join(path, "filler");
  return {
    path,
    fill: () => void spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=64k"]),
    free: () => rmSync(filler),
    unmount: () => void spawnSync("umount", [path]),
  };
}

function mount(path: string, megabytes: number): boolean {
  return spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path]).status === 0;
}
