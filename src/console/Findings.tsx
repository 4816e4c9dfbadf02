import type { Finding } from "./explain.ts";

export function Findings({ findings }: { findings: Finding[] }) {
  return (
    <ul>
      {findings.map(([level, what, remedy]) => (
        <li class={`finding ${level}`}>
          {what} <span>{remedy}</span>
        </li>
      ))}
    </ul>
  );
}
