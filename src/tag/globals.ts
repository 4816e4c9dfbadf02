/** Accesses globals so that page variables of the same names neither shadow them nor stop the tag. */

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
  /** Functions queued for the tag, or the tag of a first copy. */
  zonetag?: unknown;
}

/** Globals as properties: a page's `let`, `const` or `class` shadows only the bare name. */
export const page: typeof globalThis & Page = globalThis;

/** Methods of `Object`, even if the page has replaced that global. */
export const { assign, create, entries, getPrototypeOf } = {}.constructor as ObjectConstructor;

/** Runs code that a page may have broken; returns undefined when it throws. */
export const attempt = <T>(run: () => T): T | undefined => {
  try {
    return run();
  } catch {
    return undefined;
  }
};

/** Creates a promise from a thenable that an async function returns, because pages replace `Promise`. */
export const createPromise = async <T>(
  then: (resolve: (value: T) => void, reject: (reason: unknown) => void) => void,
): Promise<T> => ({ then });

/** Milliseconds since navigation; 0 on pages that replaced `performance`. */
export const getClock = (): number => attempt(() => page.performance.now()) ?? 0;
