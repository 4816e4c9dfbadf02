/** Accesses globals so that page variables of the same names neither shadow them nor stop the tag. */
/** https://github.com/InteractiveAdvertisingBureau/GDPR-Transparency-and-Consent-Framework (CMP API v2) */
type Tcf = (command: string, version: 2, callback: (data?: TcData, ok?: boolean) => void, id?: number) => void;
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
export declare const page: typeof globalThis & Page;
/** Methods of `Object`, even if the page has replaced that global. */
export declare const assign: {
    <T extends {}, U>(target: T, source: U): T & U;
    <T extends {}, U, V>(target: T, source1: U, source2: V): T & U & V;
    <T extends {}, U, V, W>(target: T, source1: U, source2: V, source3: W): T & U & V & W;
    (target: object, ...sources: any[]): any;
}, create: {
    (o: object | null): any;
    (o: object | null, properties: PropertyDescriptorMap & ThisType<any>): any;
}, entries: {
    <T>(o: {
        [s: string]: T;
    } | ArrayLike<T>): [string, T][];
    (o: {}): [string, any][];
}, getPrototypeOf: (o: any) => any;
/** Runs code that a page may have broken; returns undefined when it throws. */
export declare const attempt: <T>(run: () => T) => T | undefined;
/** Creates a promise from a thenable that an async function returns, because pages replace `Promise`. */
export declare const createPromise: <T>(then: (resolve: (value: T) => void, reject: (reason: unknown) => void) => void) => Promise<T>;
/** Milliseconds since navigation; 0 on pages that replaced `performance`. */
export declare const getClock: () => number;
export {};
