/** Oldest supported version, as in `engines` of the packages. */
const MAJOR = 20;
const MINOR = 19;

/** Returns a one-line message when a version of Node is too old. */
export function describeOldNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > MAJOR || (major === MAJOR && minor >= MINOR)) return undefined;
  return `Node ${MAJOR}.${MINOR} or newer is needed; this is ${version}.`;
}
