/** Advice to open the tag's console. Lines could break after the parameter's question mark. */
import { useTexts } from "../texts/management.ts";

const PARAMETER = "?zonetag_console";

export function ConsoleAdvice() {
  const { inventory: texts } = useTexts();
  const [before, after] = texts.console.split(PARAMETER);
  return (
    <>
      {before}
      <span style={{ whiteSpace: "nowrap" }}>{PARAMETER}</span>
      {after}
    </>
  );
}
