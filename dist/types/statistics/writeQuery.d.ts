/** Writes the query string of a request; options that are undefined, false or empty are left out. */
export declare function writeQuery(options?: object): string;
