/** Writes mails as plain text and as HTML from the same paragraphs. */
import type { UserLanguage } from "../../protocol/people.ts";
import type { Mail } from "./mailer.ts";

/** Table whose first column has names, and whose other columns have numbers. */
export interface MailTable {
  /** Headings of the columns. */
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

interface MailLink {
  link: string;
  label: string;
  /** Whether the link is a small one instead of a button with its address. */
  isQuiet?: true;
}

/** An entry of a list, with the page that it leads to. */
export interface MailItem {
  text: string;
  link: string;
}

/** A paragraph, a link, a table, or a list. */
export type Paragraph = string | MailLink | { table: MailTable } | { items: readonly MailItem[] };

export interface MailText {
  subject: string;
  paragraphs: readonly Paragraph[];
}

/** Language tags for the dates and numbers in mails. */
export const LOCALES: Record<UserLanguage, string> = { en: "en-GB", de: "de-DE" };

/** Maximum characters of a name. */
const MAX_NAME = 80;

/**
 * Cleans a name for a mail: one line of bounded length, without control, formatting and direction characters, and without
 * addresses.
 */
export function cleanName(name: string): string {
  const text = name.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").replace(/\p{C}/gu, "");
  return cut(splitAddresses(text).trim(), MAX_NAME);
}

/** Shortens a text to a number of characters and an ellipsis. */
function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most).join("").trim()}…` : text;
}

/** Adds blanks to addresses in a name, which mail programs would show as links: "evil.example" as "evil. example". */
function splitAddresses(name: string): string {
  return name
    .replace(/[/\\]{2,}/g, " ")
    .replace(/:(?=\S)/g, ": ")
    .replace(/\s*[@＠]\s*/g, " @ ")
    .replace(/(?<=\S)[.。．｡․](?=\p{L}\p{M}*\p{L}|xn--)/gu, "$& ")
    .replace(/\d+(\.\d+){3}/g, (address) => address.replaceAll(".", ". "))
    .replace(/ {2,}/g, " ");
}

export function writeMail(
  { subject, paragraphs }: MailText,
  language: UserLanguage,
): Omit<Mail, "to" | "about"> {
  return {
    language,
    subject,
    text: `${paragraphs.map(writePlain).join("\n\n")}\n`,
    html: writeHtml(subject, paragraphs, language),
  };
}

function writePlain(paragraph: Paragraph): string {
  if (typeof paragraph === "string") return paragraph;
  if ("table" in paragraph) return writePlainTable(paragraph.table);
  if ("items" in paragraph) return paragraph.items.map(({ text, link }) => `- ${text}\n  ${link}`).join("\n");
  return `${paragraph.label}:\n${paragraph.link}`;
}

/** Maximum characters of a name in a table of plain text. */
const MAX_PLAIN_NAME = 32;

/** Aligns the columns: names at the left, numbers at the right. */
function writePlainTable({ head, rows }: MailTable): string {
  const cells = [head, ...rows].map(([name = "", ...numbers]) => [cut(name, MAX_PLAIN_NAME), ...numbers]);
  const widths = head.map((_, at) => Math.max(...cells.map((row) => countCharacters(row[at] ?? ""))));
  const [title, ...lines] = cells.map((row) =>
    widths
      .map((width, at) => {
        const text = row[at] ?? "";
        const space = " ".repeat(width - countCharacters(text));
        return at === 0 ? text + space : space + text;
      })
      .join("  ")
      .trimEnd(),
  );
  return [title, widths.map((width) => "-".repeat(width)).join("  "), ...lines].join("\n");
}

function countCharacters(text: string): number {
  return [...text].length;
}

/** Mail programs ignore style sheets, so each element has its own style. */
function writeHtml(subject: string, paragraphs: readonly Paragraph[], language: UserLanguage): string {
  const body = paragraphs.map((one) => {
    if (typeof one === "string") return writeParagraph(one);
    if ("table" in one) return writeTable(one.table);
    return "items" in one ? writeList(one.items) : writeLink(one);
  });
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto">
${body.join("\n")}
</div>
</body>
</html>
`;
}

function writeParagraph(text: string): string {
  return `<p style="margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(text)}</p>`;
}

function writeLink({ link, label, isQuiet }: MailLink): string {
  const address = escapeHtml(link);
  if (isQuiet)
    return `<p style="margin:0 0 16px;font-size:13px"><a href="${address}">${escapeHtml(label)}</a></p>`;
  const button =
    "display:inline-block;padding:10px 20px;border-radius:6px;background:#1d4ed8;color:#fff;text-decoration:none";
  return `<p style="margin:0 0 8px"><a href="${address}" style="${button}">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;overflow-wrap:anywhere">${address}</p>`;
}

/** Maximum columns beside the name on a phone. In wider tables, each name has a line of its own above its numbers. */
const MAX_BESIDE = 3;

function writeTable({ head, rows }: MailTable): string {
  const write = head.length - 1 > MAX_BESIDE ? writeTallRow : writeRow;
  const body = [write("th", head), ...rows.map((row) => write("td", row))].join("\n");
  return `<table style="width:100%;margin:0 0 16px;border-collapse:collapse;font-size:14px;line-height:1.4">
${body}
</table>`;
}

function writeRow(tag: "td" | "th", [name = "", ...numbers]: readonly string[]): string {
  const border = "border-bottom:1px solid #999";
  return `<tr>${writeNameCell(tag, name, `padding:6px 0;${border}`)}${writeNumbers(tag, numbers, `padding:6px 0 6px 8px;${border}`)}</tr>`;
}

function writeTallRow(tag: "td" | "th", [name = "", ...numbers]: readonly string[]): string {
  const cells = writeNumbers(tag, numbers, "padding:0 0 6px 8px;border-bottom:1px solid #999");
  return `<tr>${writeNameCell(tag, name, "padding:6px 0 0;font-weight:600", numbers.length)}</tr>
<tr>${cells}</tr>`;
}

function writeNameCell(tag: "td" | "th", name: string, style: string, columns = 1): string {
  const span = columns > 1 ? ` colspan="${columns}"` : "";
  return `<${tag}${span} style="${style};text-align:left;vertical-align:bottom;overflow-wrap:anywhere">${escapeHtml(name)}</${tag}>`;
}

function writeNumbers(tag: "td" | "th", numbers: readonly string[], style: string): string {
  const wrap = tag === "td" ? ";white-space:nowrap" : ";hyphens:auto";
  return numbers
    .map(
      (text) =>
        `<${tag} style="${style};text-align:right;vertical-align:bottom${wrap}">${escapeHtml(text)}</${tag}>`,
    )
    .join("");
}

function writeList(items: readonly MailItem[]): string {
  const list = items.map(
    ({ text, link }) =>
      `<li style="margin:0 0 8px;overflow-wrap:anywhere"><a href="${escapeHtml(link)}">${escapeHtml(text)}</a></li>`,
  );
  return `<ul style="margin:0 0 16px;padding-left:20px">
${list.join("\n")}
</ul>`;
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
