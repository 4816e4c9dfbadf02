import type { ComponentChildren } from "preact";
import { composeCurl, formatJson } from "./problemReport.ts";
import type { Console } from "./state.ts";
import * as texts from "./texts.ts";

const words = texts.exchange;

export function Requests({ exchanges, endpoint, copy }: Console) {
  return exchanges.length ? (
    exchanges.map(({ at: sentAt, body, request: { user, zones }, attempts, retryAt }, index) => (
      <article>
        <h3>
          <b>{words.title(index + 1, zones.length)}</b>
        </h3>
        <p>POST {endpoint}</p>
        <p>{words.consent(user.gdpr)}</p>
        <Block title={words.sent} text={body} copy={copy}>
          <button type="button" onClick={() => copy(composeCurl(endpoint, body, location.origin))}>
            {texts.copyCurl}
          </button>
        </Block>
        {attempts.map(({ at, status, text, headers = [] }, earlier) => (
          <Block title={words.received} text={text} copy={copy}>
            <small>
              {words.status(status, texts.formatTime(at - sentAt))} {earlier > 0 && words.again}
              {[...headers].map(([name, value]) => /rate-|retry/.test(name) && ` ${name}: ${value}`)}
            </small>
          </Block>
        ))}
        {!attempts.length && <p>{texts.unanswered}</p>}
        {retryAt && <p>{texts.retry(retryAt - performance.now())}</p>}
      </article>
    ))
  ) : (
    <p>{texts.noRequests}</p>
  );
}

/** A body with its title, notes, actions, and a button that copies it. */
function Block({
  title,
  text,
  copy,
  children,
}: Pick<Console, "copy"> & { title: string; text: string; children: ComponentChildren }) {
  return (
    <figure>
      <figcaption>
        <b>{title}</b> {children}
        <button type="button" aria-label={`${texts.copy}: ${title}`} onClick={() => copy(text)}>
          {texts.copy}
        </button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <pre tabIndex={0}>{formatJson(text)}</pre>
    </figure>
  );
}
