/** Page that lists the browsers in which the user is signed in. */
import { useRef, useState } from "preact/hooks";
import type { UserSession } from "../../protocol/people.ts";
import { expectObject } from "../../statistics/body.ts";
import { usePageAnswer } from "../app/answers.ts";
import { useCountries, useData } from "../app/managementData.ts";
import { explainError } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { Loading } from "../ui/Loading.tsx";

const PATH = "/v2/sessions";

export function Sessions() {
  const { sessions: texts } = useTexts();
  const locale = useLocale();
  const { client } = useData();
  const list = usePageAnswer(client, PATH, async (signal) =>
    parseSessions(await client.request({ method: "GET", path: PATH }, { signal })),
  );
  const [outcome, setOutcome] = useState("");
  const status = useRef<HTMLParagraphElement>(null);
  if (!list.shown) return <Loading answers={[list]} />;
  const { data } = list.shown;
  const end = async (path: string) => {
    try {
      await client.request({ method: "DELETE", path });
      setOutcome(texts.ended);
    } catch (error) {
      setOutcome(explainError(error, locale));
    }
    // The button is removed with its session, and would lose the focus.
    status.current?.focus();
    list.ask();
  };
  return (
    <section class="card" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p class="hint">{texts.hint}</p>
      <p ref={status} role="status" tabIndex={-1}>
        {outcome}
      </p>
      <ul class="stack tight log">
        {data.map((session) => (
          <li key={session.id}>
            <SessionLine {...session} />{" "}
            {!session.current && (
              <button type="button" class="button" onClick={() => void end(`${PATH}/${session.id}`)}>
                {texts.end}
              </button>
            )}
          </li>
        ))}
      </ul>
      {data.some(({ current }) => !current) && (
        <button type="button" class="button" onClick={() => void end(PATH)}>
          {texts.endOthers}
        </button>
      )}
    </section>
  );
}

function SessionLine({ browser, operating_system, country, last_use, created_at, current }: UserSession) {
  const { sessions: texts } = useTexts();
  const { tag } = useLocale();
  const { timezone: timeZone } = useData().account.details;
  const countries = useCountries();
  const time = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short", timeZone });
  const format = (iso: string) => time.format(new Date(iso));
  const place = countries.find(({ iso3 }) => iso3 === country)?.name ?? country;
  return (
    <>
      <b>{[browser ?? texts.unknown, operating_system, place].filter(Boolean).join(" · ")}</b>{" "}
      <span class="hint">
        {current ? texts.current : texts.lastUse(format(last_use))}, {texts.since(format(created_at))}
      </span>
    </>
  );
}

function parseSessions(answer: unknown): UserSession[] {
  const { result } = expectObject(answer);
  return Array.isArray(result) ? result : [];
}
