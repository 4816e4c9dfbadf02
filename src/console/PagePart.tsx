import type { Model } from "./model.ts";

/** What the tag costs the page. */
export function PagePart({ measures }: Model) {
  return (
    <dl>
      {measures.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
