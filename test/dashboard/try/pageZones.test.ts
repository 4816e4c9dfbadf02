// @vitest-environment happy-dom
import { expect, test } from "vitest";
import {
  composeReferer,
  findReferer,
  findZones,
  parseTargeting,
} from "../../../src/dashboard/try/pageZones.ts";
import { parseLanguage } from "../../../src/dashboard/try/visit.ts";

test("keywords and targeting of a placeholder override those of the tag's script", () => {
  const html = `<script src="/zonetag.js" data-endpoint="https://ads.example/v1/placement" data-keywords="news"
      data-target-edition="winter"></script>
    <ins data-zone-id="101" data-keywords=" shoes ,, running "></ins>
    <ins data-zoneid="102" data-keywords="" data-target-section="sports" data-target-edition="summer"
      data-media="(min-width: 700px)"></ins>`;
  expect(findZones(html)).toEqual([
    { id: 101, keywords: "shoes, running", targeting: "edition=winter", media: undefined },
    { id: 102, keywords: "news", targeting: "edition=summer; section=sports", media: "(min-width: 700px)" },
  ]);
});

test.each(['src="https://ads.example/zonetag.js"', 'type="text/plain" data-src="/zonetag.2.js"'])(
  "the script with %s is recognized as the tag even after another vendor's script with an endpoint",
  (attributes) => {
    const html = `<script src="/chat.js" data-endpoint="https://chat.example/" data-target-plan="chat"></script>
      <script ${attributes} data-endpoint="https://ads.example/v1/placement" data-target-plan="ads"></script>
      <ins data-zone-id="101"></ins>`;
    expect(findZones(html)).toEqual([{ id: 101, keywords: "", targeting: "plan=ads", media: undefined }]);
  },
);

test("semicolons in a custom targeting value are kept", () => {
  const [zone] = findZones('<ins data-zone-id="1" data-target-topics="a; b=c" data-target-plan="x"></ins>');
  expect(parseTargeting(zone?.targeting ?? "")).toEqual({ topics: "a; b=c", plan: "x" });
});

const ADDRESS = "https://user@news.example/shoes?size=42#top";

test.each([
  ["", "https://news.example/shoes"],
  ['data-referer="full"', "https://news.example/shoes?size=42"],
  ['data-referer="origin"', "https://news.example"],
  ['data-referer="https://news.example/section"', "https://news.example/section"],
  ['data-referer="half"', "https://news.example/shoes"],
])("a tag with %j sends the page URL as %s", (attribute, sent) => {
  const html = `<script data-endpoint="https://ads.example/v1/placement" ${attribute}></script>`;
  expect(composeReferer(ADDRESS, findReferer(html))).toBe(sent);
});

test("elements without a zone id are not placeholders", () => {
  expect(
    findZones(
      '<ins data-zone-id="x"></ins><ins data-zone-id="0"></ins><ins data-zone-id="1e2"></ins><p data-zone="1">',
    ),
  ).toEqual([]);
});

test("hyphens in custom targeting keys are kept, and malformed pairs are refused", () => {
  const [zone] = findZones('<ins data-zone-id="1" data-target-page-kind="a=b, c"></ins>');
  expect(parseTargeting(zone?.targeting ?? "")).toEqual({ "page-kind": "a=b, c" });
  expect(parseTargeting(" ; =x; plan ")).toBeUndefined();
});

test.each([
  ["de", "de"],
  ["pt-BR", "pt-br"],
  ["zh-Hant-TW", "zh-tw"],
  ["fil", ""],
])("the language %s is sent as %j", (tag, language) => {
  expect(parseLanguage(tag)).toBe(language);
});
