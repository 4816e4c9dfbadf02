/** Subject, text and HTML of the mail "what needs you". */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { SAMPLE_ALERTS } from "../../../scripts/sampleMail.ts";
import type { UserLanguage } from "../../../src/protocol/people.ts";
import { writeAlertMail } from "../../../src/service/alerts/alertTexts.ts";
import type { Problem, Problems } from "../../../src/service/alerts/findProblems.ts";

const END = "https://ads.example/v2/unsubscribe/7.alerts-1.x";
const NONE: Problems = { silent: [], late: [], finished: [], waiting: [] };

const problem = (id: number, more: Partial<Problem> = {}): Problem => ({
  key: `${id}`,
  id,
  name: `Name ${id}`,
  owner: undefined,
  ...more,
});
const late = (id: number) => ({ ...problem(id), forecast: 0.999, to: "2026-12-24" });

function write(problems: Partial<Problems>, language: UserLanguage = "en", name = "Ann") {
  return writeAlertMail(
    {
      name,
      account: "Longshore",
      origin: "https://ads.example",
      problems: { ...NONE, ...problems },
      hint: undefined,
      end: END,
    },
    language,
  );
}

test("the guide shows the subject and the text part of the mail", async () => {
  const guide = await readFile("docs/management.md", "utf8");
  expect(guide).toContain(`*${SAMPLE_ALERTS.subject}*`);
  expect(guide).toContain(`\`\`\`text\n${SAMPLE_ALERTS.text}\`\`\`\n`);
});

test("the German mail says the same", () => {
  const { language, subject, text } = write(
    {
      silent: [problem(12, { parent: "Zeitung", owner: "Verlag" })],
      late: [late(7)],
      finished: [{ ...problem(5), ended: "2026-11-29" }, problem(6)],
      waiting: [problem(31, { parent: "Frühling" })],
    },
    "de",
  );
  expect([language, subject]).toEqual([
    "de",
    "Seit einem Tag keine Anfragen: Name 12 und 4 weitere Probleme",
  ]);
  expect(text).toBe(`Hallo Ann,

das ist neu im Konto Longshore auf ads.example.

Zonen, die seit einem Tag keine Anfragen haben, aber in der Woche davor welche hatten:

- Name 12 (Zeitung, Verlag)
  https://ads.example/dashboard/?place=inventory&zone=12

Kampagnen, die beim Tempo der letzten Tage ihr Gesamtziel verfehlen:

- Name 7: erreicht 99\u00a0% bis 24. Dezember 2026
  https://ads.example/dashboard/?place=campaigns&campaign=7

Kampagnen, die nicht mehr laufen:

- Name 5: endete am 29. November 2026
  https://ads.example/dashboard/?place=campaigns&campaign=5
- Name 6: ausgeschöpft
  https://ads.example/dashboard/?place=campaigns&campaign=6

Werbemittel, die auf Freigabe warten:

- Name 31 (Frühling)
  https://ads.example/dashboard/?place=campaigns&creative=31

Du bekommst diese E-Mail, weil du sie für dieses Konto eingeschaltet hast. Jedes Problem wird einmal gemeldet, bis es vorbei ist.

Diese E-Mails beenden:
${END}
`);
});

const two = (make: (id: number) => Problem) => [make(1), make(2)];

test.each<[string, Partial<Problems>, string]>([
  ["No requests for a day: Name 1", { silent: [problem(1)] }, "Seit einem Tag keine Anfragen: Name 1"],
  [
    "2 zones have had no requests for a day",
    { silent: two(problem) },
    "2 Zonen seit einem Tag ohne Anfragen",
  ],
  ["Name 1 will miss its total", { late: [late(1)] }, "Name 1 verfehlt das Gesamtziel"],
  [
    "2 campaigns will miss their totals",
    { late: [late(1), late(2)] },
    "2 Kampagnen verfehlen ihr Gesamtziel",
  ],
  ["Name 1 has ended", { finished: [{ ...problem(1), ended: "2026-11-29" }] }, "Name 1 ist beendet"],
  ["Name 1 has used up its total", { finished: [problem(1)] }, "Name 1 ist ausgeschöpft"],
  [
    "2 campaigns have ended or used up their totals",
    { finished: two(problem) },
    "2 Kampagnen sind beendet oder ausgeschöpft",
  ],
  [
    "A creative waits for approval: Name 1",
    { waiting: [problem(1)] },
    "Ein Werbemittel wartet auf Freigabe: Name 1",
  ],
  ["2 creatives wait for approval", { waiting: two(problem) }, "2 Werbemittel warten auf Freigabe"],
  [
    "Name 1 will miss its total, and 2 other problems",
    { late: [late(1)], waiting: two(problem) },
    "Name 1 verfehlt das Gesamtziel und 2 weitere Probleme",
  ],
  [
    "2 zones have had no requests for a day, and 1 other problem",
    { silent: two(problem), late: [late(3)] },
    "2 Zonen seit einem Tag ohne Anfragen und 1 weiteres Problem",
  ],
])("the subject is %j", (subject, problems, german) => {
  expect(write(problems).subject).toBe(subject);
  expect(write(problems, "de").subject).toBe(german);
});

test("a mail lists at most 20 problems of a kind, and links to the page with all", () => {
  const silent = Array.from({ length: 23 }, (_, at) => problem(at + 1));
  const { subject, text, html } = write({ silent });
  expect(subject).toBe("23 zones have had no requests for a day");
  expect(text.match(/zone=\d+/g)).toHaveLength(20);
  expect(text).toContain("- 3 more\n  https://ads.example/dashboard/?place=inventory\n");
  expect(html).toContain('<a href="https://ads.example/dashboard/?place=inventory">3 more</a>');
});

test("names with line breaks, addresses and HTML stay names", () => {
  const evil = `Win\r\nBcc: eve@evil.example <b>"now"</b> \u202eevil.example`;
  const { subject, text, html } = write(
    { silent: [problem(1, { name: evil, parent: evil, owner: evil })] },
    "en",
    evil,
  );
  const cleaned = `Win Bcc: eve @ evil. example <b>"now"</b> evil. example`;
  expect(subject).toBe(`No requests for a day: ${cleaned}`);
  expect(text).toContain(`Hello ${cleaned},\n`);
  expect(text).toContain(`- ${cleaned} (${cleaned}, ${cleaned})\n  https://ads.example/`);
  expect(html).not.toContain("<b>");
  expect(html).toContain(
    `<a href="https://ads.example/dashboard/?place=inventory&amp;zone=1">Win Bcc: eve @ evil. example &lt;b&gt;&quot;now`,
  );
});

test("a name without a visible character is written as its id", () => {
  expect(write({ silent: [problem(7, { name: "\u202e\u0007" })] }).subject).toBe("No requests for a day: #7");
});
