/** What is known of a zone → sentences that say what happened and what to do. */
import type { ZoneRequest } from "../protocol/placement.ts";
import { mistakesIn } from "./attributes.ts";
import type { Slot, Values } from "./inside.ts";
import type { Turn } from "./story.ts";
import { texts, type Words } from "./texts.ts";
import type { World } from "./world.ts";

/** `wrong`: no ad because of it. `hint`: worth mending. `note`: how things are. */
export interface Finding {
  level: "wrong" | "hint" | "note";
  words: Words;
}

interface Failure {
  code: string;
  message: string;
}

/** The error that the zone's last request ended in. */
function failureOf({ moments }: Turn): Failure | undefined {
  const last = moments.findLast(({ type }) => /^(filled|empty|error)$/.test(type));
  return last?.type === "error" ? (last.detail as Failure) : undefined;
}

/** What keeps a zone without an ad: the error's code, or `wrong-id` for a zone that the service does not know. */
export function causeOf(turn: Turn): string {
  const { code, message } = failureOf(turn) ?? { code: "error", message: "" };
  const unknown = code === "invalid-zone" || (code === "zone" && /not found/i.test(message));
  return unknown ? "wrong-id" : code;
}

/** Everything that the tag's notes and the attributes say of a zone, the gravest first. */
export function findingsOf(slot: Slot, turn: Turn, settings: Values, world: World): Finding[] {
  const { wait, state } = slot;
  const failure = failureOf(turn);
  const notes = wait ? [texts.waits[wait]] : state === "empty" && !failure ? [noCampaign(turn)] : [];
  return [
    ...at("wrong", failure ? failed(failure, slot, turn, settings, world) : []),
    ...at("note", notes),
    ...at("hint", slot.key ? mistakesIn(slot.el, slot.own) : []),
  ];
}

export const at = (level: Finding["level"], words: Words[]): Finding[] =>
  words.map((each) => ({ level, words: each }));

function failed({ code, message }: Failure, slot: Slot, turn: Turn, settings: Values, world: World): Words[] {
  const plain = texts.codes[code]?.(message, settings.timeout ?? 3000) ?? [`${code}: ${message}`];
  if (causeOf(turn) === "wrong-id") return [texts.wrongId(slot.id)];
  if (code === "rejected") return refusals(turn, plain);
  const address = { network: settings.endpoint, image: imageOf(turn) }[code];
  const diagnosis = address && world.diagnose(code, address, turn.moments.at(-1)?.at ?? 0);
  if (!address || !diagnosis) return [plain];
  const { origin } = new URL(address);
  return [texts.diagnoses[`${code}-${diagnosis.why}`]?.(origin, diagnosis.directive) ?? plain];
}

const imageOf = ({ exchange, position }: Turn): string | undefined =>
  answerOf(exchange)?.zones?.[position]?.data?.image;

/** As the tag could read it. */
function answerOf(exchange: Turn["exchange"]) {
  try {
    return JSON.parse(exchange?.attempts.at(-1)?.text ?? "") as {
      zones?: ({ data?: { image?: string } } | null)[];
      errors?: unknown;
    };
  } catch {
    return undefined;
  }
}

function noCampaign({ exchange, position }: Turn): Words {
  const { keywords, custom_targeting = {} } = exchange?.request.zones[position] ?? ({} as ZoneRequest);
  const pairs = Object.entries(custom_targeting).map((pair) => pair.join("="));
  const by = keywords ? texts.byKeywords(keywords) : texts.byAddress(exchange?.request.user.referer ?? "");
  return texts.noCampaign(pairs.length ? texts.byTargeting(by, pairs.join(", ")) : by);
}

/** A refused request names paths: each is told by the attribute that it came from. */
function refusals({ exchange }: Turn, plain: Words): Words[] {
  const errors = [answerOf(exchange)?.errors].flat().flatMap((error) => Object.entries(Object(error)));
  const zones = exchange?.request.zones ?? [];
  return errors.length ? errors.map(([path, message]) => refusal(path, String(message), zones)) : [plain];
}

function refusal(path: string, message: string, zones: ZoneRequest[]): Words {
  const [root, at, field = "", key] = path.match(/[^[\]]+/g) ?? [];
  if (root === "user") return texts.refused(texts.userFields[at ?? ""] ?? path, message);
  const id = zones[Number(at)]?.id;
  const attribute = { id: "zone-id", custom_targeting: `target-${key}` }[field] ?? field;
  return texts.refused(id && field ? texts.attributeOf(`data-${attribute}`, id) : path, message);
}
