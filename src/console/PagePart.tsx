import type { Model } from "./model.ts";

/** Costs of the tag and the ads for the page. */
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
