/** Globals, reached so that a page's own variables of the same names neither hide them nor stop the tag. */

/** https://github.com/InteractiveAdvertisingBureau/GDPR-Transparency-and-Consent-Framework (CMP API v2) */
type Tcf = (
  command: string,
  version: 2,
  callback: (data?: TcData, ok?: boolean) => void,
  id?: number,
) => void;

interface TcData {
  eventStatus: string;
  listenerId: number;
  gdprApplies?: boolean;
  tcString?: string;
}

/** Globals that other scripts of a page define. */
interface Page {
  __tcfapi?: Tcf;
  /** Functions that wait for the tag, or the tag of a first copy. */
  zonetag?: unknown;
}

/** Globals as properties: a page's `let`, `const` or `class` hides only the bare name. */
export const page = globalThis as typeof globalThis & Page;

/** Methods of `Object`, whatever the page calls by that name. */
export const { assign, create, entries, getPrototypeOf } = {}.constructor as ObjectConstructor;

/** Runs what may be missing or replaced on a page; returns undefined where it throws. */
export const attempt = <T>(run: () => T): T | undefined => {
  try {
    return run();
  } catch {
    return undefined;
  }
};

/** Creates a promise as `new Promise` does, by an async function that returns a thenable: a page can replace `Promise`. */
export const createPromise = async <T>(
  then: (resolve: (value: T) => void, reject: (reason: unknown) => void) => void,
): Promise<T> => ({ then }) as never;

/** Milliseconds since navigation; 0 where the page has replaced `performance`. */
export const readClock = (): number => attempt(() => page.performance.now()) ?? 0;
