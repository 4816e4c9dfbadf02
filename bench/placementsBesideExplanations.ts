/** Placements while explanations are always in flight, relative to placements alone. */
import { startService, UNLIMITED } from "../e2e/support/service.ts";
import { hashToken } from "../src/service/signing/passwords.ts";
import type { BenchOptions } from "./run.ts";
import { createBodies, createCatalogue } from "./service/fixture.ts";
import {
  type Beside,
  describeBeside,
  measureBeside,
  PLACEMENTS_PER_SECOND,
  SECONDS,
} from "./service/measureBeside.ts";

export const name = "explanations";

/** Different zones of each request: at most 16 MB of explanations. */
const SIZES = [
  { campaigns: 1000, zones: 50 },
  { campaigns: 10_000, zones: 5 },
];
const EXPLANATIONS = 5;
const TOKEN = "token-of-the-network";

export async function run({ quick }: BenchOptions): Promise<string> {
  const rounds = quick ? 3 : 15;
  const rows: string[] = [];
  const answered: string[] = [];
  for (const size of SIZES) {
    const beside = await measure(size, rounds);
    const what = `${size.campaigns.toLocaleString("en")} campaigns, ${size.zones} zones`;
    rows.push(...describeBeside(what, beside));
    answered.push(
      `${beside.perSecond.toFixed(1)} a second with ${size.campaigns.toLocaleString("en")} campaigns`,
    );
  }
  return `## Placements beside a flood of explanations

Placements of three zones at ${PLACEMENTS_PER_SECOND} a second for ${SECONDS} s alone and for ${SECONDS} s with ${EXPLANATIONS} explanations always in flight, in turn, ${rounds} times; of all placements of a kind. Each explains different zones, with every campaign of the network. Meanwhile explanations were answered, ${answered.join(", ")}.

| Explained | Alone | Beside | Ratio |
|---|--:|--:|--:|
${rows.join("\n")}`;
}

async function measure(size: { campaigns: number; zones: number }, rounds: number): Promise<Beside> {
  const { accounts, ...entries } = createCatalogue(size) as { accounts: object[] };
  const network = { id: 3, name: "Network", role: "network", apiTokens: [hashToken(TOKEN)] };
  const members = accounts.map((account) => ({ ...account, network: 3 }));
  const service = await startService({
    catalogue: { accounts: [...members, network], ...entries },
    args: ["--log-level", "warn", ...UNLIMITED],
  });
  const [placement = ""] = createBodies(3);
  const zones = Array.from({ length: size.zones }, (_, at) => ({ id: at + 1 }));
  try {
    return await measureBeside(
      { endpoint: service.endpoint, placement, rounds },
      {
        address: `${service.origin}/v2/placement/explain`,
        method: "POST",
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
        bodies: [JSON.stringify({ user: {}, zones })],
        atOnce: EXPLANATIONS,
      },
    );
  } finally {
    await service.stop();
  }
}
