/** English sentences for problems of macros, apart from the others because the dashboard loads these. */
export const MACRO_SENTENCES = {
  "macro-length": ({ most }: { most: number }) =>
    `Expected at most ${most} characters once each macro has its longest value.`,
  "macro-place": ({ name }: { name: string }) =>
    `${JSON.stringify(name)} is filled only in the query or the fragment, after ? or #.`,
  "macro-unknown": ({ name, values }: { name: string; values: readonly string[] }) =>
    `${JSON.stringify(name)} is not a macro. Expected one of: ${values.join(", ")}. Write other braces as %7B and %7D.`,
};
