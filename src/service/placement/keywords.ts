/** Matches campaigns by the keywords of a zone, or by the words of the page's address. */
import { domainToUnicode } from "node:url";
import type { Campaign } from "../catalogue/catalogue.ts";
import { forEachSliced, type Sliced } from "../runtime/slices.ts";
import { BoundedMap } from "../values/boundedMap.ts";
import { memoize } from "../values/memoize.ts";
import { splitKeywords, splitWords } from "../values/normalizeKeywords.ts";
import { type Bits, createBits, setBit, subtract, unite } from "./bitSet.ts";

/** Campaigns matched by a text. */
export interface WordMatch {
  /** Campaigns matched by a keyword, or without keywords. */
  matched: Bits;
  /** Campaigns excluded by a negative keyword. */
  excluded: Bits;
  /** Campaigns that are matched and not excluded. */
  allowed: Bits;
}

export interface KeywordIndex {
  /** Matches a zone's keywords. */
  matchKeywords(keywords: string): WordMatch;
  /** Matches the words of a page's address. */
  matchAddress(address: string): WordMatch;
}

/** Campaigns whose keywords are indexed per step; few, because a campaign may have many keywords. */
const CAMPAIGNS_PER_STEP = 50;
/** Maximum characters of an address that are matched. */
const ADDRESS_LENGTH = 2048;
/** Cached texts: a few texts repeat often; long ones are not worth the memory. */
const CACHED_TEXTS = 8192;
const CACHED_LENGTH = 512;

/** `campaigns`: by position. */
export function* indexKeywords(campaigns: readonly Campaign[]): Sliced<KeywordIndex> {
  const size = campaigns.length;
  const unkeyed = createBits(size);
  yield* forEachSliced(campaigns, ({ keywords }, position) => {
    if (keywords.length === 0) setBit(unkeyed, position);
  });
  const phrases = new PhraseTree(unkeyed);
  const addAll = (campaign: Campaign, position: number) => {
    const { matching, excluded } = splitPhrases(campaign);
    for (const phrase of matching) phrases.add(phrase, position, "matching");
    for (const phrase of excluded) phrases.add(phrase, position, "excluded");
  };
  yield* forEachSliced(campaigns, addAll, CAMPAIGNS_PER_STEP);
  const cache = new BoundedMap<WordMatch>(CACHED_TEXTS, CACHED_LENGTH + 1);
  const matchCached = (key: string, text: string, split: (text: string) => string[]) =>
    cache.getOrCompute(key, () => phrases.match(split(text)));
  return {
    matchKeywords: (keywords) => matchCached(`k${keywords}`, keywords, splitKeywords),
    matchAddress: (address) => {
      const text = address.slice(0, ADDRESS_LENGTH);
      return matchCached(`a${text}`, text, splitAddress);
    },
  };
}

/** Words of each phrase. */
type Phrases = Record<PhraseKind, (readonly string[])[]>;

/** Cached phrases: a bulk change gives many campaigns the same ones. */
const CACHED_PHRASES = 16_384;
const cachedPhrases = new BoundedMap<readonly string[]>(CACHED_PHRASES, CACHED_LENGTH);

const splitPhrases = memoize(({ keywords, negativeKeywords }: Campaign): Phrases => {
  const split = (phrase: string) => cachedPhrases.getOrCompute(phrase, () => splitWords(phrase));
  return { matching: keywords.map(split), excluded: negativeKeywords.map(split) };
});

const DISPLAYED = /[^\s,\p{Default_Ignorable_Code_Point}]/u;

/** Whether a text has keywords; a blank text has none. */
export function hasKeywords(text: string): boolean {
  return DISPLAYED.test(text);
}

/** Parts of an address: scheme, user and password, host, path and query, without the fragment. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/(?:[^/?#]*@)?([^/?#:]*)(?::\d*)?)?([^?#]*)([^#]*)/is;
/** A plus sign of a path that separates words, such as in `a+b`; in `c++` and `c++20` it is part of the word. */
const SEPARATING_PLUS = /(?<![^+]\+)\+(?=[\p{L}\p{N}\p{M}])/gu;

/** Splits an address into words: host as Unicode, path and query decoded. A plus sign in a query is a space. */
export function splitAddress(address: string): string[] {
  const [, host = "", path = "", query = ""] = ADDRESS.exec(address) ?? [];
  const name = domainToUnicode(host) || host;
  const words = decodeEscapes(path).replace(SEPARATING_PLUS, " ");
  return splitWords(`${name} ${words} ${decodeEscapes(query.replaceAll("+", " "))}`);
}

const ESCAPES = /(?:%[0-9a-f]{2})+/gi;

/** Decodes escapes. An invalid UTF-8 sequence becomes a gap; the text around it stays. */
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

/** Campaigns with a phrase that ends at a word. */
type Ends = Partial<Record<PhraseKind, Bits>>;

/** A word of a phrase, with the words that can follow. */
interface Branch {
  next?: Map<string, Branch>;
  ends?: Ends;
}

/** Trie of phrases by word: the time of matching grows with the words of the text, not with the number of phrases. */
class PhraseTree {
  /** Campaigns without phrases. */
  readonly #unkeyed: Bits;
  readonly #empty: Bits;
  readonly #root: Branch = {};
  readonly #nothing: WordMatch;

  constructor(unkeyed: Bits) {
    this.#unkeyed = unkeyed;
    this.#empty = unkeyed.slice().fill(0);
    this.#nothing = { matched: unkeyed, excluded: this.#empty, allowed: unkeyed };
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

  /** `words`: words and commas; no phrase spans a comma. */
  match(words: readonly string[]): WordMatch {
    const found = new Set<Ends>();
    this.#collect(words, found);
    if (found.size === 0) return this.#nothing;
    const matched = this.#unite(found, "matching", this.#unkeyed);
    const excluded = this.#unite(found, "excluded", this.#empty);
    if (excluded === this.#empty) return { matched, excluded, allowed: matched };
    const allowed = matched.slice();
    subtract(allowed, excluded);
    return { matched, excluded, allowed };
  }

  /** Returns a set with the campaigns of all ends added; `base` itself when there are no ends. */
  #unite(found: ReadonlySet<Ends>, kind: PhraseKind, base: Bits): Bits {
    const sets = [...found].map((ends) => ends[kind]).filter((bits) => bits !== undefined);
    if (sets.length === 0) return base;
    const united = base.slice();
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
