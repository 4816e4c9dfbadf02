/** Page of an object: state, next step, numbers, settings, history. */
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { PerformanceObject } from "../../protocol/management.ts";
import type { Role } from "../../protocol/statistics.ts";
import { useSharedPeriod } from "../app/useSharedPeriod.ts";
import type { Span } from "../reports/period.ts";
import { findViewSpan } from "../reports/requests.ts";
import { useTexts } from "../texts/management.ts";
import { Icon } from "../ui/Icon.tsx";
import { Link } from "../ui/Link.tsx";
import { History, type HistoryOf } from "./History.tsx";
import { ObjectNumbers } from "./ObjectNumbers.tsx";

interface ObjectPageProps {
  /** Address of the list that contains the object. */
  back: string;
  name: string;
  /** Facts about the object, such as its state, and links to its parents. */
  facts: ComponentChildren;
  /** Suggested next step, if there is one. */
  next?: ComponentChildren;
  /** Buttons that change the object's state. */
  actions?: ComponentChildren;
  /** Side of the numbers, and the grouping and id that filter them. */
  numbers: { role: Role; kind: PerformanceObject; id: number };
  /** Explains the numbers of the chosen days. */
  explanation?: (days: Span) => ComponentChildren;
  history: HistoryOf;
  /** Settings. */
  children: ComponentChildren;
}

export function ObjectPage(props: ObjectPageProps) {
  const { back, name, facts, next, actions, numbers, explanation, history, children } = props;
  const { role, kind, id } = numbers;
  const { form, objects } = useTexts();
  const period = useSharedPeriod(role);
  const days = findViewSpan(period.view, period.moment);
  useEffect(() => {
    const start = `${name} – `;
    document.title = start + document.title;
    return () => {
      if (document.title.startsWith(start)) document.title = document.title.slice(start.length);
    };
  }, [name, form]);
  return (
    <>
      <nav class="trail">
        <Link to={back}>
          <Icon name="left" />
          {form.back}
        </Link>
      </nav>
      <header class="row loose page-head">
        <div>
          <h2>{name}</h2>
          <p class="row loose page-facts">{facts}</p>
          {next && (
            <p class="next-step">
              <b>{objects.next}</b> {next}
            </p>
          )}
        </div>
        {actions}
      </header>
      <ObjectNumbers object={{ kind, id }} days={days} {...period} />
      {children}
      {/* Below the settings, because it arrives late and would push them down. */}
      {explanation?.(days)}
      <History {...history} />
    </>
  );
}
