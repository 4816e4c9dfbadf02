/** The parts of `npm run test:all` beyond `npm test`, each of which `-- --only NAME` runs alone. */

export interface Part {
  /** Projects of Vitest. */
  units?: readonly string[];
  /** Projects of Playwright. */
  browsers?: readonly string[];
  about: string;
}

export const PARTS = {
  long: { units: ["long"], about: "units that take long, or fail now and then" },
  programs: { units: ["programs"], about: "the built programs, as processes" },
  packages: { units: ["packages"], about: "the packed npm packages, installed" },
  tools: {
    units: ["tools"],
    about:
      "the packed zonetag with Jest, Next.js, Parcel, Rollup, TypeScript, Vite, webpack; generated clients",
  },
  cluster: { units: ["cluster"], browsers: ["cluster"], about: "several nodes, Redis, ClickHouse" },
  deploy: { units: ["deploy"], browsers: ["deploy"], about: "nginx, Caddy, systemd, PHP" },
  chromium: { browsers: ["chromium"], about: "all other browser tests in Chromium" },
  engines: {
    browsers: ["firefox", "webkit"],
    about: "the fault table and the style sheets in Firefox and WebKit",
  },
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as PartName[];
