/**
 * The Global Privacy Platform in terms of TCF:
 * https://github.com/InteractiveAdvertisingBureau/Global-Privacy-Platform/blob/main/Core/CMP%20API%20Specification.md
 */

/** State of the platform, as far as it is read here. */
export interface PingData {
  signalStatus?: string;
  /** Ids of the sections that apply to this visitor; -1 alone if none does. */
  applicableSections?: number[];
  /** Ids of the sections in `gppString`, in its order. */
  sectionList?: number[];
  /** Header and sections, each after a `~`. */
  gppString?: string;
  /** Fields of the sections by the section's name. */
  parsedSections?: object;
}

/** https://github.com/InteractiveAdvertisingBureau/Global-Privacy-Platform/blob/main/Sections/Section%20Information.md */
const TCF_EU = 2;
/** The first of the sections for the United States. Lower ones need consent. */
const FIRST_OF_US = 6;

/** Opted out of sale, sharing or targeted ads; no consent for a child or further uses; Global Privacy Control. */
const LIMIT = /OptOut":1|Consents":\[?[\d,]*1|Gpc":true|OptOutSale":"Y/;

/** Whether a section other than TCF's for Europe limits use. One that is missing or cannot be read does. */
const isLimited = (applicable: number[], included: number[], parsed: object): boolean =>
  !applicable.length ||
  !applicable.every((id) => id >= FIRST_OF_US && included.includes(id)) ||
  Object.keys(parsed).length < included.length ||
  LIMIT.test(JSON.stringify(parsed));

/**
 * Returns whether GDPR applies and the consent string. Use that another regulation limits counts as GDPR without
 * consent, because the ad service knows no other signal: nothing personal is sent then.
 */
export const readPing = ({
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
