export declare const hasRequested: () => boolean;
/** Requests all due slots. The first request is sent at once unless it `mayWait`. */
export declare const requestDue: (mayWait?: boolean) => Promise<void>;
