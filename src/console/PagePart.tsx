import type { Console } from "./App.tsx";
import { Findings } from "./Findings.tsx";
import { texts } from "./texts.ts";

/** The script and the page as a whole: what is wrong with them, what the tag costs. */
export function PagePart({ model: { findings, measures } }: Console) {
  return (
    <>
      {!findings.length && <p class="nothing">{texts.noFindings}</p>}
      <Findings findings={findings} />
      <dl>
        {measures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
