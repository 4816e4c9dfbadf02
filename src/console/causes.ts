/** What is known of a zone → sentences that say what happened and what to do. */
import type { ZoneRequest } from "../protocol/placement.ts";
import { mistakesIn } from "./attributes.ts";
import type { Slot, Values } from "./inside.ts";
import { read, type Turn } from "./story.ts";
import type { Words } from "./texts.ts";
import * as texts from "./texts.ts";
import { originOf, type World } from "./world.ts";

/** `wrong`: no ad because of it. `hint`: worth mending. `note`: how things are. */
export type Finding = readonly [level: "wrong" | "hint" | "note", ...words: Words];

/** Findings of one level, of what there is to say. */
export const at = (level: Finding[0], ...said: (Words | false | undefined)[]): Finding[] =>
  said.flatMap((words): Finding[] => (words ? [[level, ...words]] : []));

interface Failure {
  /** Of the error, or `unknown-zone` for one that the service does not know. */
  code: string;
  message: string;
}

/** What the zone's last request ended in, when that is an error. */
export function failureOf({ moments }: Turn): Failure | undefined {
  const last = moments.findLast(({ type }) => /^(filled|empty|error)$/.test(type));
  if (last?.type !== "error") return undefined;
  const { code, message } = last.detail as Failure;
  const unknown = code === "zone" && /not found/i.test(message);
  return { code: unknown ? "unknown-zone" : code, message };
}

/** Everything that the tag's notes and the attributes say of a zone, the gravest first. */
export function findingsOf(slot: Slot, turn: Turn, settings: Values, world: World): Finding[] {
  const { el, id, key, own, state, wait } = slot;
  const failure = failureOf(turn);
  return [
    ...at("wrong", ...(failure ? failed(failure, id, turn, settings, world) : [])),
    ...at("note", wait && texts.waits[wait], state === "empty" && noCampaign(turn)),
    ...at("hint", ...(key ? mistakesIn(el, own) : [])),
  ];
}

function failed(
  { code, message }: Failure,
  id: string,
  turn: Turn,
  { endpoint, timeout = 3000 }: Values,
  world: World,
): Words[] {
  const { exchange } = turn;
  const plain = texts.codes[code]?.(message, timeout, id) ?? [message];
  // As the tag could read it.
  const { errors, zones } = Object(read(exchange?.attempts.at(-1)?.text));
  if (code === "rejected") {
    const refused = [errors].flat().flatMap((error) => Object.entries(Object(error)));
    const asked = exchange?.request.zones ?? [];
    return refused.length ? refused.map(([path, why]) => refusal(path, `${why}`, asked)) : [plain];
  }
  const address = { network: endpoint, image: zones?.[positionOf(turn)]?.data?.image }[code];
  if (!address) return [plain];
  const { why, directive } = world.diagnose(code, address, exchange?.at ?? 0);
  const origin = originOf(address);
  return [why ? texts.diagnoses[why](origin, texts.subjects[code] + origin, directive) : plain];
}

/** A refused request names paths: each is told by the attribute that it came from. */
function refusal(path: string, message: string, zones: ZoneRequest[]): Words {
  const [root, at, field = "", key] = path.match(/[^[\]]+/g) ?? [];
  const id = root === "zones" && field && zones[Number(at)]?.id;
  const attribute = { id: "zone-id", custom_targeting: `target-${key}` }[field] ?? field;
  const where = id
    ? texts.attributeOf(`data-${attribute}`, id)
    : root === "user" && at && (texts.userFields[at] ?? at);
  return texts.refused(where || path, message);
}

const positionOf = (turn: Turn) => turn.exchange?.turns.indexOf(turn) ?? 0;

function noCampaign(turn: Turn): Words {
  const { request } = turn.exchange ?? {};
  const { keywords, custom_targeting = {} } = request?.zones[positionOf(turn)] ?? ({} as ZoneRequest);
  const pairs = Object.entries(custom_targeting).map((pair) => pair.join("="));
  const by = keywords ? texts.byKeywords(keywords) : texts.byAddress(request?.user.referer ?? "");
  return texts.noCampaign(pairs.length ? texts.byTargeting(by, pairs.join(", ")) : by);
}
