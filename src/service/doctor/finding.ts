/** Result of one check of `doctor`. */
export interface Finding {
  level: "ok" | "warning" | "problem";
  /** Subject of the check: "Disk". */
  about: string;
  /** Result of the check; unless it is "ok", also the remedy. */
  message: string;
}

/** Returns functions that create findings about a subject. */
export function reportAbout(about: string): Record<Finding["level"], (message: string) => Finding> {
  const make = (level: Finding["level"]) => (message: string) => ({ level, about, message });
  return { ok: make("ok"), warning: make("warning"), problem: make("problem") };
}
