/** The mail that the guide shows, as text and as a picture. */
import { writeLinkMail } from "../src/service/mail/linkTexts.ts";

export const SAMPLE_MAIL = writeLinkMail(
  {
    kind: "invitation",
    name: "Ann Lee",
    by: "Ben Ode",
    account: "Daily News",
    host: "ads.example",
    link: "https://ads.example/dashboard/#password=Jsu9r6FG3sAeTxzmiJiJDN_y40Bb3Phf",
    expires: Date.UTC(2026, 11, 1, 9),
    timezone: "Europe/Berlin",
  },
  "en",
);
