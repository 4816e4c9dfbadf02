/** Page that lists the browsers in which the user is signed in. */
import { useState } from "preact/hooks";
import type { UserSession } from "../../protocol/people.ts";
import { usePageAnswer } from "../app/answers.ts";
import { useCountries, useData } from "../app/managementData.ts";
import { usePeople } from "../people/usePeople.ts";
import { explainError } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { useMoment } from "../texts/moment.ts";
import { Loading } from "../ui/Loading.tsx";

/** Id of the form that changes the password, on the same page. */
export const PASSWORD_FORM = "own-password";

/** `canChange`: whether the page has that form. */
export function Sessions({ canChange }: { canChange: boolean }) {
  const { sessions: texts } = useTexts();
  const locale = useLocale();
  const { client } = useData();
  const people = usePeople();
  const list = usePageAnswer(client, "sessions", (signal) => people.sessions({ signal }));
  const [outcome, setOutcome] = useState("");
  if (!list.shown) return <Loading answers={[list]} />;
  const { data } = list.shown;
  const end = async (work: Promise<void>) => {
    try {
      await work;
      setOutcome(texts.ended);
    } catch (error) {
      setOutcome(explainError(error, locale));
    }
    list.ask();
  };
  return (
    <section class="card" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p class="hint">
        {texts.hint}{" "}
        {canChange ? <a href={`#${PASSWORD_FORM}`}>{texts.changePassword}</a> : texts.changePassword}.
      </p>
      <p role="status">{outcome}</p>
      <ul class="stack tight log">
        {data.map((session) => (
          <li key={session.id}>
            <SessionLine {...session} />{" "}
            {!session.current && (
              <button type="button" class="button" onClick={() => void end(people.endSession(session.id))}>
                {texts.end}
              </button>
            )}
          </li>
        ))}
      </ul>
      {data.some(({ current }) => !current) && (
        <div class="row">
          <button type="button" class="button" onClick={() => void end(people.endOtherSessions())}>
            {texts.endOthers}
          </button>
        </div>
      )}
    </section>
  );
}

function SessionLine({ browser, operating_system, country, last_use, created_at, current }: UserSession) {
  const { sessions: texts } = useTexts();
  const format = useMoment();
  const countries = useCountries();
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
