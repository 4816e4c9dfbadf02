/** Texts at the end of a subscription's mails: why they come, and how to end them. */
import type { UserLanguage } from "../../protocol/people.ts";
import type { MailFrequency } from "../../protocol/subscriptions.ts";
import type { Paragraph } from "../mail/mailText.ts";

interface ClosingTexts {
  every: Record<MailFrequency, string>;
  why(every: string, host: string): string;
  end: string;
}

const TEXTS: Record<UserLanguage, ClosingTexts> = {
  en: {
    every: { day: "every day", week: "every Monday", month: "on the 1st of each month" },
    why: (every, host) => `You get this mail ${every} because you subscribed to it on ${host}.`,
    end: "End these mails",
  },
  de: {
    every: { day: "jeden Tag", week: "jeden Montag", month: "am Ersten jedes Monats" },
    why: (every, host) => `Du bekommst diese E-Mail ${every}, weil du sie auf ${host} abonniert hast.`,
    end: "Diese E-Mails beenden",
  },
};

/** `end`: address that ends the mails. */
export function writeClosing(language: UserLanguage, every: MailFrequency, end: string): Paragraph[] {
  const texts = TEXTS[language];
  return [
    texts.why(texts.every[every], new URL(end).hostname),
    { link: end, label: texts.end, isQuiet: true },
  ];
}
