/** The mails that the guide shows, as text and as pictures. */
import { writeAlertMail } from "../src/service/alerts/alertTexts.ts";
import { writeLinkMail } from "../src/service/mail/linkTexts.ts";
import { writeNotice } from "../src/service/mail/noticeTexts.ts";

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

/** The mail "what needs you" that the guide shows. */
export const SAMPLE_ALERTS = writeAlertMail(
  {
    name: "Ann Lee",
    account: "Longshore",
    origin: "https://ads.example",
    problems: {
      silent: [{ key: "12", id: 12, name: "Top banner", parent: "Daily News", owner: "Tidewater" }],
      late: [{ key: "7", id: 7, name: "Winter sale", owner: "Northwind", forecast: 0.724, to: "2026-12-24" }],
      finished: [{ key: "5", id: 5, name: "Autumn sale", owner: "Northwind", ended: "2026-11-29" }],
      waiting: [{ key: "31", id: 31, name: "300x250", parent: "Spring sale", owner: "Northwind" }],
    },
    hint: "The dashboard opens the account in which you are signed in: switch to Longshore first.",
    end: "https://ads.example/v2/unsubscribe/4.alerts-1.Jsu9r6FG3sAeTxzmiJiJDN_y40Bb3PhfQm7Xk2Lw0aE",
  },
  "en",
);

/** The notice that the guide shows. */
export const SAMPLE_NOTICE = writeNotice(
  {
    change: { kind: "second-factor-off" },
    name: "Ann Lee",
    by: { name: "Ben Ode", account: "Daily News" },
    host: "ads.example",
    link: "https://ads.example/dashboard/",
    time: Date.UTC(2026, 11, 1, 9),
    timezone: "Europe/Berlin",
    isLast: false,
  },
  "en",
);
