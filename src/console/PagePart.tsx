import { Findings } from "./Findings.tsx";
import type { Model } from "./model.ts";
import * as texts from "./texts.ts";

/** The script and the page as a whole: their problems, and what the tag costs. */
export function PagePart({ findings, measures }: Model) {
  return (
    <>
      {findings.length ? <Findings findings={findings} /> : <p>{texts.noFindings}</p>}
      <dl>
        {measures.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
