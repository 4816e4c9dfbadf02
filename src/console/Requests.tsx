import type { ComponentChildren } from "preact";
import type { Console } from "./App.tsx";
import { curlOf, pretty } from "./report.ts";
import type { Attempt, Exchange } from "./story.ts";
import { texts } from "./texts.ts";

const words = texts.exchange;
const LIMITS = ["X-Rate-Limit-Limit", "X-Rate-Limit-Remaining", "X-Rate-Limit-Reset", "Retry-After"];

export function Requests({ model: { exchanges, endpoint }, copy }: Console) {
  return exchanges.length ? (
    exchanges.map((exchange, at) => (
      <article key={exchange.at}>
        <h2>{words.title(at + 1, exchange.request.zones.length)}</h2>
        <Sent exchange={exchange} endpoint={endpoint} copy={copy} />
        {exchange.attempts.length
          ? exchange.attempts.map((attempt, index) => (
              <Received
                key={attempt.at}
                attempt={attempt}
                since={exchange.at}
                again={index > 0}
                copy={copy}
              />
            ))
          : words.open}
      </article>
    ))
  ) : (
    <p class="nothing">{texts.noRequests}</p>
  );
}

type Copy = Pick<Console, "copy">;

function Sent({ exchange, endpoint, copy }: Copy & { exchange: Exchange; endpoint: string }) {
  const { gdpr } = exchange.request.user;
  return (
    <>
      <p class="plain">POST {endpoint}</p>
      <p class="plain">{gdpr ? words.consent(gdpr.gdpr, gdpr.consent) : words.noConsent}</p>
      <Block title={words.sent} text={exchange.body} copy={copy}>
        <button type="button" onClick={() => copy(curlOf(endpoint, exchange.body, location.origin))}>
          {texts.copyCurl}
        </button>
      </Block>
    </>
  );
}

function Received({
  attempt,
  since,
  again,
  copy,
}: Copy & { attempt: Attempt; since: number; again: boolean }) {
  const { status, text, at, headers } = attempt;
  const limits = LIMITS.filter((name) => headers?.get(name)).map((name) => `${name}: ${headers?.get(name)}`);
  return (
    <Block title={words.received} text={text} copy={copy}>
      <small>
        {words.status(status, texts.ms(at - since))} {again && words.again} {limits.join(", ")}
      </small>
    </Block>
  );
}

function Block({
  title,
  text,
  copy,
  children,
}: Copy & { title: string; text: string; children: ComponentChildren }) {
  return (
    <figure>
      <figcaption>
        <b>{title}</b>
        {children}
        <button type="button" aria-label={`${texts.copy}: ${title}`} onClick={() => copy(text)}>
          {texts.copy}
        </button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <pre tabIndex={0}>{pretty(text)}</pre>
    </figure>
  );
}
