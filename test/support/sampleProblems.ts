/** Parameters for the sentence of any problem. */

const PARAMETERS: Readonly<Record<string, unknown>> = {
  // Numbers
  least: 3,
  most: 7,
  min: 5,
  places: 4,
  count: 6,
  id: 8,
  used: 10,
  quota: 20,
  status: 404,
  seconds: 9,
  days: 30,
  goal: 2,
  goals: 3,
  campaign: 2,
  // Texts
  name: "Name",
  value: "Value",
  hostname: "host.example",
  timezone: "Europe/Berlin",
  size: "300x250",
  day: "2026-11-28",
  from: "2026-12-01",
  reason: "Reason.",
  command: "command",
  example: "USD",
  currency: "EUR",
  country: "AUT",
  file: "file.json",
  key: "section",
  form: "YYYY-mm-dd",
  type: "text/plain",
  role: "advertiser",
  needs: "owner",
  // Lists
  values: ["first", "second"],
  accounts: ["network"],
  roles: ["network"],
  methods: ["GET"],
  sizes: ["728x90"],
  periods: ["2026-11-08–2026-11-14"],
  folders: ["/images"],
};

/** Parameters that a language has words for; types require all of these words. */
const WORDS: Readonly<Record<string, object>> = {
  busy: { reason: "reports" },
  "list-of": { what: "hours" },
  "list-of-least-one": { what: "hours" },
  "list-of-most": { what: "hours" },
  "named-twice": { what: "grouping" },
  "name-unknown": { what: "country" },
  "reference-missing": { what: "site" },
  "reference-missing-in-network": { what: "site" },
  "entry-unknown": { what: "zone" },
  "catalogue-changing": { what: "people" },
  "catalogue-unreachable": { what: "catalogue" },
};

/** Returns parameters for the sentence of a code. Reading one that has no sample throws. */
export function sampleParameters(code: string): { field?: undefined } {
  const samples = { field: undefined, ...PARAMETERS, ...WORDS[code] };
  return new Proxy(samples, {
    get: (target, name) => {
      if (Reflect.has(target, name)) return Reflect.get(target, name);
      throw new Error(`Add a sample of the parameter ${String(name)} of ${code}.`);
    },
  });
}
