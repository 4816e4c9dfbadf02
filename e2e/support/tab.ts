/** Interface of a browser for scenarios, the same for all engines. */

export const ENGINES = ["chromium", "firefox", "webkit"] as const;
export type EngineName = (typeof ENGINES)[number];

/** The only window of a browser. Opening a window for each scenario would take half of the scenario's time. */
export interface Tab {
  /** Opens an address; resolves once the document has loaded, without waiting for images. */
  goto(url: string): Promise<void>;
  /** Evaluates an expression in the page, waits for its promise, and returns the JSON value. */
  run<T = unknown>(expression: string): Promise<T>;
  /** Goes back in the history; resolves before the page has loaded. */
  back(): Promise<void>;
  /** Leaves the current page. */
  close(): Promise<void>;
}

export interface Engine {
  name: EngineName;
  tab(): Promise<Tab>;
  close(): Promise<void>;
}
