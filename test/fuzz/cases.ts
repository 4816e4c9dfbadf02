/**
 * How many cases the properties share: 5,000 in the test command, a million in `npm run fuzz`. A failure is shrunk and
 * shown with its seed; the shrunk case is then kept as an example beside its property.
 */
import fc from "fast-check";

const { FUZZ_CASES = 5000, FUZZ_SEED } = process.env;

/** Parameters of a property that has this share of all cases. */
export const share = (part: number) => ({
  numRuns: Math.ceil(Number(FUZZ_CASES) * part),
  verbose: 1 as const,
  ...(FUZZ_SEED !== undefined && { seed: Number(FUZZ_SEED) }),
});

/** Text of the kind that breaks things. */
export const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "",
    "__proto__",
    "constructor",
    "toJSON",
    "\ud800",
    "\u0000",
    "\t",
    "\ufeff",
    "</script>",
    '"',
  ),
  fc.stringMatching(/^[a-z]{1,8}$/),
);

const schemes = fc.constantFrom(
  ...[
    "http:",
    "https:",
    "HTTPS:",
    "javascript:",
    "JaVaScRiPt:",
    "data:",
    "blob:",
    "file:",
    "vbscript:",
    "ht\ttp:",
  ],
  ...["", "\thttp:", "\u0001javascript:", "java\nscript:", "https", "//", "\\\\"],
);
const glue = fc.constantFrom("//", "/", "", "\\\\", "/\\", "///", "//@", "//a@", "//a:b@", "// ", "//\t");
const hosts = fc.constantFrom(
  "a.example",
  "localhost:80",
  "[::1]",
  "127.1",
  "",
  "a b",
  "@",
  "%00",
  "ä.example",
  "a\\@b",
);

/** Addresses, most of them hostile, many of them nearly good. */
export const address = fc.oneof(
  fc
    .tuple(schemes, glue, hosts, fc.constantFrom("", "/", "?", "#", "/x.png", "\\x"), text)
    .map((parts) => parts.join("")),
  fc.constantFrom("https://a.example/x", "http://a.example"),
  text,
);

/** Anything that JSON can carry, deep and odd. */
export const anything = fc.jsonValue({ maxDepth: 3, noUnicodeString: false });
