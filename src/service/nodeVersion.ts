/** The oldest version that runs everything here, as `engines` in the packages says. */
const MAJOR = 20;
const MINOR = 19;

/** One line about a version of Node that is too old, or undefined. */
export function describeOldNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > MAJOR || (major === MAJOR && minor >= MINOR)) return undefined;
  return `Node ${MAJOR}.${MINOR} or newer is needed; this is ${version}.`;
}
