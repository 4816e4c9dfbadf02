/**
 * All properties together run 5,000 cases in the test command and a million in `npm run fuzz`. A failure is shrunk and
 * printed with its seed; keep the shrunk case as an example of its property.
 */
import fc from "fast-check";

const { FUZZ_CASES = 5000, FUZZ_SEED } = process.env;

/** Returns the parameters of a property that runs this share of all cases. */
export const share = (part: number) => ({
  numRuns: Math.ceil(Number(FUZZ_CASES) * part),
  verbose: 1 as const,
  ...(FUZZ_SEED !== undefined && { seed: Number(FUZZ_SEED) }),
});

/** Strings that often break parsers. */
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

/** Addresses, most of them malicious or nearly valid. */
export const address = fc.oneof(
  fc
    .tuple(schemes, glue, hosts, fc.constantFrom("", "/", "?", "#", "/x.png", "\\x"), text)
    .map((parts) => parts.join("")),
  fc.constantFrom("https://a.example/x", "http://a.example"),
  text,
);

/** Any JSON value, nested and with any Unicode. */
export const anything = fc.jsonValue({ maxDepth: 3, noUnicodeString: false });
