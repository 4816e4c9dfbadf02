/** Interface of a browser for scenarios, the same for every engine. */

export const ENGINES = ["chromium", "firefox", "webkit"] as const;
export type EngineName = (typeof ENGINES)[number];

/** The one window of a browser: a new one for each scenario would take half of its time. */
export interface Tab {
  /** Goes to an address; resolves when the document has come, whatever its images do. */
  goto(url: string): Promise<void>;
  /** Evaluates an expression in the page, waits for its promise, and returns what can be written as JSON. */
  run<T = unknown>(expression: string): Promise<T>;
  /** Goes back in the history; the page is there a moment later. */
  back(): Promise<void>;
  /** Leaves its page. */
  close(): Promise<void>;
}

export interface Engine {
  name: EngineName;
  tab(): Promise<Tab>;
  close(): Promise<void>;
}
