/** Texts of mails: both languages, names that try to break out, and what the text part says. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { SAMPLE_MAIL, SAMPLE_NOTICE } from "../../../scripts/sampleMail.ts";
import { USER_LANGUAGES } from "../../../src/protocol/people.ts";
import { type LinkMail, writeLinkMail } from "../../../src/service/mail/linkTexts.ts";
import { cleanName, writeMail } from "../../../src/service/mail/mailText.ts";
import { type NoticeChange, writeNotice } from "../../../src/service/mail/noticeTexts.ts";

const MAIL: LinkMail = {
  kind: "invitation",
  name: "Ann",
  by: "Ben",
  account: "News",
  host: "ads.example",
  link: "https://ads.example/dashboard/#password=abc",
  expires: Date.UTC(2026, 10, 23, 12),
  timezone: "Europe/Berlin",
};

test("an invitation says who invites, to what, with which link and until when", () => {
  expect(writeLinkMail(MAIL, "en")).toMatchObject({
    language: "en",
    subject: "Invitation to News on ads.example",
    text: `Hello Ann,

Ben invites you to the account News on ads.example. Set a password to sign in.

Set a password:
https://ads.example/dashboard/#password=abc

The link works once, until 23 November 2026 at 13:00 CET. If you do not expect this invitation, ignore this mail.
`,
  });
  const { subject, text } = writeLinkMail({ ...MAIL, by: undefined }, "de");
  expect(subject).toBe("Einladung zu News auf ads.example");
  expect(text).toContain("Ein Inhaber lädt dich zum Konto News auf ads.example ein.");
  expect(text).toContain("bis 23. November 2026 um 13:00 MEZ");
});

test.each([
  ["an invitation", SAMPLE_MAIL],
  ["a notice", SAMPLE_NOTICE],
])("the guide shows the subject and the text part of %s", async (_, { subject, text }) => {
  const guide = await readFile("docs/management.md", "utf8");
  expect(guide).toContain(`*${subject}*`);
  expect(guide).toContain(`\`\`\`text\n${text}\`\`\`\n`);
});

const NAME = `<b>&"Ann"</b>`;
const NOTICE = {
  name: NAME,
  by: { name: NAME, account: NAME },
  host: "ads.example",
  link: MAIL.link,
  time: MAIL.expires,
  timezone: "UTC",
  isLast: true,
};
const CHANGES: NoticeChange[] = [
  ...(["password-link", "password-set", "password-removed", "second-factor-off"] as const).map((kind) => ({
    kind,
  })),
  { kind: "role", account: NAME, before: "viewer", after: "owner" },
  { kind: "role", account: NAME, after: "editor" },
  { kind: "role", account: NAME, before: "editor" },
];

test.each(
  USER_LANGUAGES.flatMap((language) => [
    ...(["invitation", "reset", "forgotten", "confirmation"] as const).map(
      (kind) =>
        [
          language,
          kind,
          writeLinkMail({ ...MAIL, kind, name: NAME, by: NAME, account: NAME }, language),
        ] as const,
    ),
    ...CHANGES.map(
      (change) => [language, change.kind, writeNotice({ ...NOTICE, change }, language)] as const,
    ),
  ]),
)(
  "the HTML in %s of the mail %s has the same paragraphs as its text, and escaped names",
  (language, _, { text, html, subject }) => {
    const shown = html
      .replace(/<head>.*<\/head>/s, "")
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&");
    for (const line of text.split("\n")) expect(shown).toContain(line.replace(/:$/, ""));
    expect(html).not.toContain("<b>");
    expect(html).toContain(`<html lang="${language}">`);
    expect(html.match(/href="([^"]*)"/)?.[1]).toBe(MAIL.link);
    expect(subject.length).toBeGreaterThan(10);
    expect(text).not.toContain("undefined");
  },
);

test.each([
  ["https://evil.example/login", "https: evil. example/login"],
  ["Win at www.evil.example now", "Win at www. evil. example now"],
  ["HTTP:\\\\evil.example", "HTTP: evil. example"],
  ["bit.ly/x", "bit. ly/x"],
  ["eve@evil.example", "eve @ evil. example"],
  ["mailto:eve＠evil．example", "mailto: eve @ evil． example"],
  ["evil\u200b.\u200bexample", "evil. example"],
  ["evil.xn--p1ai", "evil. xn--p1ai"],
  ["http://192.0.2.7/a", "http: 192. 0. 2. 7/a"],
  ["Dr. Ann Lee", "Dr. Ann Lee"],
  ["J.R.R. Tolkien", "J.R.R. Tolkien"],
  ["Miles & More: AC/DC 2.0", "Miles & More: AC/DC 2.0"],
])("the name %j is written as %j, so that mail programs make no link of it", (name, cleaned) => {
  expect(cleanName(name)).toBe(cleaned);
  const { subject, text, html } = writeLinkMail({ ...MAIL, name, by: name, account: name }, "en");
  expect(subject).toBe(`Invitation to ${cleaned} on ads.example`);
  expect(text).toContain(`Hello ${cleaned},\n\n${cleaned} invites you to the account ${cleaned} on`);
  expect(html.replaceAll("&amp;", "&")).toContain(`${cleaned} invites you to the account ${cleaned} on`);
});

test.each([
  ["Ann\r\nBcc: eve@evil.example", "Ann Bcc: eve @ evil. example"],
  ["Ann\u0000\u0007\u2028Lee", "Ann Lee"],
  ["\u202eexe.gpj\u202c", "exe. gpj"],
  ["\u2066Ann\u2069\u200f\u061c", "Ann"],
  ["\ufeffAnn\u200b\ud800", "Ann"],
  ["x".repeat(81), `${"x".repeat(80)}…`],
  ["😀".repeat(81), `${"😀".repeat(80)}…`],
  ["Jürgen O'Neill", "Jürgen O'Neill"],
])("the name %j is written as %j", (name, written) => {
  expect(cleanName(name)).toBe(written);
});

test("names with line breaks and direction marks change neither subject nor paragraphs", () => {
  const evil = "News\r\nBcc: eve@evil.example\r\n\r\n\u202eHello";
  const { subject, text } = writeLinkMail({ ...MAIL, account: evil, name: evil, by: evil }, "en");
  expect(subject).toBe("Invitation to News Bcc: eve @ evil. example Hello on ads.example");
  expect(text.split("\n\n")).toHaveLength(4);
  expect(text).not.toMatch(/[\r\u202e]/);
});

test("a table is aligned as plain text, with long names cut, and escaped in HTML", () => {
  const table = {
    head: ["Site", "Clicks"],
    rows: [
      ["<b>😀 & so on</b>", "7"],
      ["x".repeat(40), "1,234"],
    ],
  };
  const { text, html } = writeMail({ subject: "Sites", paragraphs: [{ table }] }, "en");
  expect(text).toBe(`Site                               Clicks
---------------------------------  ------
<b>😀 & so on</b>                        7
${"x".repeat(32)}…   1,234
`);
  expect(html).toMatch(/<th [^>]*>Site<\/th><th [^>]*>Clicks<\/th><\/tr>/);
  expect(html).toMatch(/<td [^>]*>&lt;b&gt;😀 &amp; so on&lt;\/b&gt;<\/td><td [^>]*>7<\/td><\/tr>/);
});

test("in HTML, a name has a line of its own above more than three numbers, so that a phone shows them", () => {
  const table = { head: ["Site", "A", "B", "C", "D"], rows: [["Daily", "1", "2", "3", "4"]] };
  const { html } = writeMail({ subject: "Sites", paragraphs: [{ table }] }, "en");
  expect(html).toMatch(/<tr><td colspan="4"[^>]*>Daily<\/td><\/tr>\n<tr><td [^>]*>1<\/td>/);
});
