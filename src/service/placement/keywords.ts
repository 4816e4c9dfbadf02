/**
 * Which campaigns the words of a request match: by a zone's keywords, or by the address of the page.
 */
import { domainToUnicode } from "node:url";
import type { Campaign } from "../catalogue/catalogue.ts";
import { BoundedMap } from "../values/boundedMap.ts";
import { isAscii, splitKeywords, splitWords } from "../values/words.ts";
import { type Bits, createBits, setBit, subtract, unite } from "./bitSet.ts";

/** Campaigns that a text matches. */
export interface WordMatch {
  /** By one of their keywords. */
  matching: Bits;
  /** By one of their negative keywords: these are not served. */
  excluded: Bits;
  /** What may be served with it: what matches or has no keywords, and is not excluded. */
  allowed: Bits;
}

export interface KeywordIndex {
  /** Matches a zone's keywords. */
  matchKeywords(keywords: string): WordMatch;
  /** Matches the words of a page's address. */
  matchAddress(address: string): WordMatch;
}

/** Characters of an address that are looked at. */
const ADDRESS_LENGTH = 2048;
/** Pages and tags repeat few texts; longer ones are not worth the memory. */
const CACHED_TEXTS = 8192;
const CACHED_LENGTH = 512;

/** `campaigns`: by position. */
export function indexKeywords(campaigns: readonly Campaign[]): KeywordIndex {
  const size = campaigns.length;
  const unkeyed = createBits(size);
  for (const [position, { keywords }] of campaigns.entries())
    if (keywords.length === 0) setBit(unkeyed, position);
  const phrases = new PhraseTree(unkeyed);
  for (const [position, { keywords, negativeKeywords }] of campaigns.entries()) {
    for (const keyword of keywords) phrases.add(splitWords(keyword), position, "matching");
    for (const keyword of negativeKeywords) phrases.add(splitWords(keyword), position, "excluded");
  }
  const cache = new BoundedMap<string, WordMatch>(CACHED_TEXTS);
  const matchCached = (key: string, text: string, split: (text: string) => string[]) => {
    const match = () => phrases.match(split(text));
    return text.length > CACHED_LENGTH ? match() : cache.getOrCompute(key, match);
  };
  return {
    matchKeywords: (keywords) => matchCached(`k${keywords}`, keywords, splitKeywords),
    matchAddress: (address) => {
      const text = address.slice(0, ADDRESS_LENGTH);
      return matchCached(`a${text}`, text, splitAddress);
    },
  };
}

/** Whether a text names a keyword: an empty or blank one counts as none. */
export function hasKeywords(text: string): boolean {
  return /[^\s,]/.test(text);
}

/** Of the keywords of one request that are looked at, in characters. */
const KEYWORDS_LENGTH = 4096;
/** Folding a letter beyond ASCII takes longer, and it may become several. */
const FOLDED_COST = 4;

/** Cuts the keywords of one request to what is looked at; a text that comes again is cut once. */
export class KeywordCutter {
  readonly #cut = new Map<string, string>();
  #left = KEYWORDS_LENGTH;

  cut(keywords: string): string {
    const known = this.#cut.get(keywords);
    if (known !== undefined) return known;
    const text = keywords.slice(0, this.#left);
    const cost = isAscii(text) ? 1 : FOLDED_COST;
    const cut = text.slice(0, Math.floor(this.#left / cost));
    this.#left -= cut.length * cost;
    this.#cut.set(keywords, cut);
    return cut;
  }
}

/** The parts of an address: its scheme, user and password, host, and path with query; the fragment is left out. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/(?:[^/?#]*@)?([^/?#:]*)(?::\d*)?)?([^#]*)/is;

/** The words of an address: host as Unicode, path and query with their percent escapes decoded. */
export function splitAddress(address: string): string[] {
  const [, host = "", path = ""] = ADDRESS.exec(address) ?? [];
  return splitWords(`${domainToUnicode(host) || host} ${decodeEscapes(path.replaceAll("+", " "))}`);
}

const ESCAPES = /(?:%[0-9a-f]{2})+/gi;

/** A run of escapes that is no UTF-8 is a gap; the text around it stays. */
function decodeEscapes(text: string): string {
  return text.replace(ESCAPES, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return new TextDecoder().decode(Buffer.from(run.replaceAll("%", ""), "hex")).replaceAll("\ufffd", " ");
    }
  });
}

type PhraseKind = "matching" | "excluded";

/** Campaigns whose phrase ends with one word. */
type Ends = Partial<Record<PhraseKind, Bits>>;

/** A word of a phrase, and what follows it. */
interface Branch {
  next?: Map<string, Branch>;
  ends?: Ends;
}

/** Phrases by their words: a text is matched word by word, whatever the number of phrases and of their words. */
class PhraseTree {
  /** Campaigns without phrases. */
  readonly #unkeyed: Bits;
  readonly #empty: Bits;
  readonly #root: Branch = {};
  readonly #nothing: WordMatch;

  constructor(unkeyed: Bits) {
    this.#unkeyed = unkeyed;
    this.#empty = unkeyed.slice().fill(0);
    this.#nothing = { matching: this.#empty, excluded: this.#empty, allowed: unkeyed };
  }

  add(phrase: readonly string[], position: number, kind: PhraseKind): void {
    let branch = this.#root;
    for (const word of phrase) {
      branch.next ??= new Map();
      let next = branch.next.get(word);
      if (!next) {
        next = {};
        branch.next.set(word, next);
      }
      branch = next;
    }
    branch.ends ??= {};
    branch.ends[kind] ??= this.#empty.slice();
    setBit(branch.ends[kind], position);
  }

  /** `words`: with a comma where no phrase goes on. */
  match(words: readonly string[]): WordMatch {
    const found = new Set<Ends>();
    this.#collect(words, found);
    if (found.size === 0) return this.#nothing;
    const matching = this.#unite(found, "matching");
    const excluded = this.#unite(found, "excluded");
    const allowed = this.#unkeyed.slice();
    unite(allowed, matching);
    subtract(allowed, excluded);
    return { matching, excluded, allowed };
  }

  /** The campaigns of all these ends. */
  #unite(found: ReadonlySet<Ends>, kind: PhraseKind): Bits {
    const sets = [...found].map((ends) => ends[kind]).filter((bits) => bits !== undefined);
    if (sets.length === 0) return this.#empty;
    const united = this.#empty.slice();
    for (const bits of sets) unite(united, bits);
    return united;
  }

  #collect(words: readonly string[], found: Set<Ends>): void {
    for (const start of words.keys()) {
      let branch: Branch | undefined = this.#root;
      for (let at = start; at < words.length; at++) {
        branch = branch.next?.get(words[at] ?? "");
        if (!branch) break;
        if (branch.ends) found.add(branch.ends);
      }
    }
  }
}
