/** Test of a landing page and its postback, which counts nothing: its link, and what arrived so far. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ConversionTestState, Creative, ConversionTest as Started } from "../../protocol/management.ts";
import { expectObject } from "../../statistics/body.ts";
import { findAnswers, useAnswer } from "../app/answers.ts";
import { useData } from "../app/managementData.ts";
import { translate } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { useMoment } from "../texts/moment.ts";
import { onFirstClick } from "../ui/clicks.ts";
import { Choice } from "../ui/fields.tsx";
import { useSaving } from "../ui/useSaving.ts";

/** Polling interval while a step is awaited. */
const POLL_MS = 3_000;
/** The same once a report would have counted: those of other goals may follow. */
const SLOW_POLL_MS = 30_000;

interface ConversionTestProps {
  campaign: number;
  /** Active creatives, at least one. */
  creatives: readonly Creative[];
  nameGoal(number: number): string;
}

export function ConversionTest({ campaign, creatives, nameGoal }: ConversionTestProps) {
  const { conversions: texts } = useTexts();
  const { client } = useData();
  const [chosen, setChosen] = useState<number>();
  const [test, setTest] = useState<Started>();
  const saving = useSaving(texts.testUnsure);
  const creative = creatives.find(({ id }) => id === chosen) ?? creatives[0];
  if (!creative) return null;
  const start = () =>
    saving.run(async () => {
      const path = `/v2/campaigns/${campaign}/creatives/${creative.id}/conversion-tests`;
      const { result } = expectObject(await client.request({ method: "POST", path }));
      setTest(result as Started);
    });
  return (
    <section class="stack" aria-label={texts.test}>
      <div class="stack tight">
        <h3>{texts.test}</h3>
        <p class="hint">{texts.testHint}</p>
      </div>
      {creatives.length > 1 && (
        <div class="form fields">
          <div class="editable">
            <Choice
              label={texts.testedCreative}
              value={String(creative.id)}
              options={creatives.map(({ id, name, size }) => ({
                key: String(id),
                label: `${name || size} #${id}`,
              }))}
              onInput={(key) => {
                setChosen(Number(key));
                setTest(undefined);
              }}
            />
          </div>
        </div>
      )}
      {test && <Steps key={test.id} campaign={campaign} test={test} nameGoal={nameGoal} />}
      <div class="row loose">
        <button
          type="button"
          class="button"
          aria-disabled={saving.isBusy}
          onClick={onFirstClick(() => void start())}
        >
          {test ? texts.testAgain : texts.startTest}
        </button>
        <p class="problem" role="alert">
          {saving.message}
        </p>
      </div>
    </section>
  );
}

interface StepsProps {
  campaign: number;
  test: Started;
  nameGoal(number: number): string;
}

function Steps({ campaign, test, nameGoal }: StepsProps) {
  const { conversions: texts } = useTexts();
  const formatMoment = useMoment();
  const { click, conversion, isOver } = useArrivals(campaign, test);
  return (
    <>
      <ol class="test-steps">
        <Step state={click ? (click.click_id ? "done" : "failed") : "current"} title={texts.stepPage}>
          <p>
            <a class="button" href={test.link} target="_blank" rel="noreferrer">
              {texts.openPage}
            </a>
          </p>
          {click && (
            <>
              <p class="hint">{texts.sentAt(formatMoment(click.time))}</p>
              <pre class="panel address">{click.url}</pre>
              {!click.click_id && <p class="problem">{texts.sentNoClickId}</p>}
            </>
          )}
        </Step>
        <Step state={conversion ? "done" : click ? "current" : "waiting"} title={texts.stepPostback}>
          <p class={conversion ? "" : "hint"}>
            {conversion
              ? texts.arrivedAt(formatMoment(conversion.time), conversion.goal)
              : click
                ? texts.notArrived
                : texts.afterPage}
          </p>
        </Step>
        <Step
          state={conversion ? (conversion.outcome === "test" ? "done" : "failed") : "waiting"}
          title={texts.stepOutcome}
        >
          {conversion && <Outcome conversion={conversion} nameGoal={nameGoal} />}
        </Step>
      </ol>
      {isOver && <p role="status">{texts.testOver}</p>}
    </>
  );
}

type State = "waiting" | "current" | "done" | "failed";

function Step({ state, title, children }: { state: State; title: string; children?: ComponentChildren }) {
  return (
    <li class="stack tight" data-state={state} aria-current={state === "current" ? "step" : undefined}>
      <h4>{title}</h4>
      <div class="stack tight" role="status">
        {children}
      </div>
    </li>
  );
}

interface OutcomeProps extends Pick<StepsProps, "nameGoal"> {
  conversion: NonNullable<ConversionTestState["conversion"]>;
}

function Outcome({ conversion, nameGoal }: OutcomeProps) {
  const { conversions: texts } = useTexts();
  const locale = useLocale();
  const { outcome, goal, reason = "", problem } = conversion;
  if (outcome === "test") return <p>{texts.wouldCount(nameGoal(Number(goal)))}</p>;
  const said = { message: reason, ...(problem && { code: problem.code, parameters: problem }) };
  return (
    <p class="problem">
      {texts.wouldNotCount} {translate(said, locale)}
    </p>
  );
}

/** Fetches what arrived of a test until it is over. */
function useArrivals(campaign: number, { id }: Started) {
  const { client } = useData();
  const path = `/v2/campaigns/${campaign}/conversion-tests/${id}`;
  const { shown, error, ask } = useAnswer(findAnswers(client), {
    key: path,
    about: undefined,
    freshForMs: 0,
    isOptional: true,
    load: async (signal) => {
      const { result } = expectObject(await client.request({ method: "GET", path }, { signal }));
      return expectObject(result) as ConversionTestState;
    },
  });
  const isOver = error?.code === "not-found";
  const interval = shown?.data.conversion?.outcome === "test" ? SLOW_POLL_MS : POLL_MS;
  useEffect(() => {
    if (isOver) return;
    const poll = () => !document.hidden && ask({ isQuiet: true });
    const timer = setInterval(poll, interval);
    // The landing page is open in another tab.
    document.addEventListener("visibilitychange", poll);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", poll);
    };
  }, [isOver, interval, ask]);
  return { ...shown?.data, isOver };
}
