/** Writes mails as plain text and as HTML from the same paragraphs. */
import type { UserLanguage } from "../../protocol/people.ts";
import type { Mail } from "./mailer.ts";

/** A paragraph, or a link with the label of its button. */
type Paragraph = string | { link: string; label: string };

export interface MailText {
  subject: string;
  paragraphs: readonly Paragraph[];
}

/** Maximum characters of a name. */
const MAX_NAME = 80;

/**
 * Cleans a name for a mail: one line of bounded length, without control, formatting and direction characters, and without
 * addresses.
 */
export function cleanName(name: string): string {
  const text = name.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").replace(/\p{C}/gu, "");
  const line = splitAddresses(text).trim();
  const characters = [...line];
  return characters.length > MAX_NAME ? `${characters.slice(0, MAX_NAME).join("").trim()}…` : line;
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
  const text = paragraphs.map((one) => (typeof one === "string" ? one : `${one.label}:\n${one.link}`));
  return {
    language,
    subject,
    text: `${text.join("\n\n")}\n`,
    html: writeHtml(subject, paragraphs, language),
  };
}

/** Mail programs ignore style sheets, so each element has its own style. */
function writeHtml(subject: string, paragraphs: readonly Paragraph[], language: UserLanguage): string {
  const body = paragraphs.map((one) => (typeof one === "string" ? writeParagraph(one) : writeLink(one)));
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

function writeLink({ link, label }: { link: string; label: string }): string {
  const address = escapeHtml(link);
  const button =
    "display:inline-block;padding:10px 20px;border-radius:6px;background:#1d4ed8;color:#fff;text-decoration:none";
  return `<p style="margin:0 0 8px"><a href="${address}" style="${button}">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;overflow-wrap:anywhere">${address}</p>`;
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
