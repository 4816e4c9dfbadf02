/**
 * Numbers of browsers, operating systems, devices and languages, stored with every event.
 *
 * Never renumber: stored events contain these numbers. Append new names; the number of a removed name stays unused.
 * Browsers and operating systems have the names of the user agent parser.
 */

const BROWSERS = [
  "Chrome",
  "Safari",
  "Microsoft Edge",
  "Firefox",
  "Opera",
  "Samsung Internet for Android",
  "Android Browser",
  "Brave",
  "Vivaldi",
  "Yandex Browser",
  "UC Browser",
  "DuckDuckGo",
  "Internet Explorer",
  "Chromium",
  "Amazon Silk",
  "HeyTap Browser",
  "Vivo Browser",
  "MZ Browser",
  "QQ Browser",
  "QQ Browser Lite",
  "WeChat",
  "Sogou Browser",
  "NAVER Whale Browser",
  "Google Search",
  "Focus",
  "Electron",
  "Maxthon",
  "Puffin",
  "Opera Touch",
  "Opera Coast",
  "LibreWolf",
  "Pale Moon",
  "SeaMonkey",
  "Epiphany",
  "Ladybird",
  "WebOS Browser",
  "Tizen",
  "Roku",
  "BlackBerry",
  "Sleipnir",
  "Swing",
  "K-Meleon",
  "QupZilla",
  "Sailfish",
  "PhantomJS",
] as const;

const OPERATING_SYSTEMS = [
  "Windows",
  "macOS",
  "iOS",
  "Android",
  "Linux",
  "Chrome OS",
  "HarmonyOS",
  "Windows Phone",
  "Tizen",
  "WebOS",
  "Roku",
  "PlayStation 4",
  "BlackBerry",
  "Bada",
] as const;

const DEVICE_TYPES = ["desktop", "mobile", "tablet", "tv", "bot"] as const;

/** Makes and models where user agents still contain them, otherwise the kind of device. */
const DEVICES = [
  "Computer",
  "Apple Mac",
  "Apple iPhone",
  "Apple iPad",
  "Apple iPod",
  "Samsung phone",
  "Samsung tablet",
  "Google Pixel",
  "Xiaomi phone",
  "Huawei phone",
  "OnePlus phone",
  "Motorola phone",
  "Oppo phone",
  "Vivo phone",
  "Amazon tablet",
  "Other phone",
  "Other tablet",
  "Television",
  "Robot",
] as const;

/** ISO 639-1 */
const LANGUAGES =
  "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu".split(
    " ",
  );

/** Ad types. The service itself serves only banners. */
const AD_TYPES = ["Banner", "Video", "Web push", "Native", "Popunder", "Direct link"] as const;

/** Bidirectional map between names and numbers. */
export interface Dictionary {
  id(name: string): number | undefined;
  name(id: number): string | undefined;
  entries(): { id: number; name: string }[];
  /** Names ordered by number. */
  codes: readonly string[];
}

/** Creates a dictionary. Numbers start at 1; names are case-insensitive. */
function dictionary(names: readonly string[], label = (name: string) => name): Dictionary {
  const ids = new Map(names.map((name, at) => [name.toLowerCase(), at + 1]));
  return {
    id: (name) => ids.get(name.toLowerCase()),
    name: (id) => {
      const name = names[id - 1];
      return name === undefined ? undefined : label(name);
    },
    entries: () => names.map((name, at) => ({ id: at + 1, name: label(name) })),
    codes: names,
  };
}

const languageNames = new Intl.DisplayNames(["en"], { type: "language" });

export const browsers = dictionary(BROWSERS);
export const operatingSystems = dictionary(OPERATING_SYSTEMS);
export const deviceTypes = dictionary(DEVICE_TYPES);
export const devices = dictionary(DEVICES);
export const adTypes = dictionary(AD_TYPES);
/** Languages by two-letter code. `name` returns the English name. */
export const languages = dictionary(LANGUAGES, (code) => languageNames.of(code) ?? code);

export type DeviceName = (typeof DEVICES)[number];
