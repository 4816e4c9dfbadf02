/** Reports that the user gets by mail regularly, each with its end. */
import { useRef, useState } from "preact/hooks";
import type { Subscription } from "../../protocol/subscriptions.ts";
import { expectObject } from "../../statistics/body.ts";
import { usePageAnswer } from "../app/answers.ts";
import { useDetails } from "../app/dataFrom.ts";
import { useData } from "../app/managementData.ts";
import { useMoment } from "../texts/moment.ts";
import { useSubscriptionTexts } from "../texts/subscriptions.ts";
import { onFirstClick } from "../ui/clicks.ts";
import { Loading } from "../ui/Loading.tsx";
import { useFocus } from "../ui/useFocus.ts";
import { useSaving } from "../ui/useSaving.ts";

const PATH = "/v2/user/subscriptions";

/** Empty without subscriptions where the user cannot have any. */
export function Subscriptions() {
  const texts = useSubscriptionTexts();
  const { client, account } = useData();
  const { user } = useDetails(client).shown?.data ?? account.details;
  const list = usePageAnswer(client, "subscriptions", async (signal) => {
    const { result } = expectObject(await client.request({ method: "GET", path: PATH }, { signal }));
    return result as Subscription[];
  });
  const saving = useSaving(texts.unsure);
  const [done, setDone] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  // The button leaves with its row.
  useFocus(() => done !== "" && heading.current, [done]);
  if (!list.shown) return <Loading answers={[list]} />;
  const { data } = list.shown;
  if (data.length === 0 && done === "" && !user?.canReceiveReports) return null;
  const end = async ({ id, title }: Subscription) => {
    setDone("");
    const isEnded = await saving.run(
      async () => void (await client.request({ method: "DELETE", path: `${PATH}/${id}` })),
    );
    if (isEnded) setDone(texts.ended(title));
    list.ask();
  };
  return (
    <section class="card stack" aria-label={texts.title}>
      <h2 ref={heading} tabIndex={-1}>
        {texts.title}
      </h2>
      <p class="hint">{data.length > 0 ? texts.hint : texts.none}</p>
      <ul class="stack log people">
        {data.map((subscription) => (
          <li key={subscription.id} class="row loose">
            <SubscriptionLine {...subscription} />
            <button
              type="button"
              class="button"
              aria-label={texts.endOf(subscription.title)}
              aria-disabled={saving.isBusy}
              onClick={onFirstClick(() => void end(subscription))}
            >
              {texts.end}
            </button>
          </li>
        ))}
      </ul>
      <p class="problem" role="alert">
        {saving.message}
      </p>
      <p class="hint" role="status">
        {done}
      </p>
    </section>
  );
}

function SubscriptionLine({ title, account, every, next_mail, stopped }: Subscription) {
  const texts = useSubscriptionTexts();
  const formatMoment = useMoment();
  const state = stopped ? texts.stops[stopped] : next_mail && texts.next(formatMoment(next_mail));
  return (
    <span class="person">
      <b>{title}</b>{" "}
      <span class="hint">{[account.name, texts.every[every], state].filter(Boolean).join(" · ")}</span>
    </span>
  );
}
