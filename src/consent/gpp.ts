/**
 * Translates the Global Privacy Platform to TCF:
 * https://github.com/InteractiveAdvertisingBureau/Global-Privacy-Platform/blob/main/Core/CMP%20API%20Specification.md
 */

/** State of the platform, with the fields that are read here. */
export interface PingData {
  signalStatus?: string;
  /** Ids of the sections that apply to this visitor; only -1 if none does. */
  applicableSections?: number[];
  /** Ids of the sections in `gppString`, in its order. */
  sectionList?: number[];
  /** Header and sections, separated by `~`. */
  gppString?: string;
  /** Fields of each section, by section name. */
  parsedSections?: object;
}

/** https://github.com/InteractiveAdvertisingBureau/Global-Privacy-Platform/blob/main/Sections/Section%20Information.md */
const TCF_EU = 2;
/** Lowest section id of the United States. Sections with lower ids need consent. */
const FIRST_OF_US = 6;

/** Opt-out of sale, sharing or targeted ads; missing consent for a child or further uses; Global Privacy Control. */
const LIMIT = /OptOut":1|Consents":\[?[\d,]*1|Gpc":true|OptOutSale":"Y/;

/**
 * Whether a section other than TCF for Europe limits use of data. A missing or unreadable section counts as a limit.
 */
const isLimited = (applicable: number[], included: number[], parsed: object): boolean =>
  !applicable.length ||
  !applicable.every((id) => id >= FIRST_OF_US && included.includes(id)) ||
  Object.keys(parsed).length < included.length ||
  LIMIT.test(JSON.stringify(parsed));

/**
 * Returns whether GDPR applies, and the consent string. A limit by another regulation counts as GDPR without consent:
 * the ad service knows no other signal, and the tag then sends nothing personal.
 */
export const parsePing = ({
  applicableSections = [],
  sectionList = [],
  gppString = "",
  parsedSections = {},
}: PingData): { gdprApplies: boolean; tcString: string } => {
  if (applicableSections.includes(TCF_EU)) {
    const at = sectionList.indexOf(TCF_EU);
    return { gdprApplies: true, tcString: (at >= 0 && gppString.split("~")[at + 1]) || "" };
  }
  const isUnregulated = `${applicableSections}` === "-1";
  return {
    gdprApplies: !isUnregulated && isLimited(applicableSections, sectionList, parsedSections),
    tcString: "",
  };
};
