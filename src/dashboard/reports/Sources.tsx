/** Attribution that the licence of the country data requires. */
import { useLocale } from "../texts/locale.ts";

export function Sources() {
  const { sources } = useLocale().texts;
  return (
    <footer class="hint sources">
      {sources.countries} <a href="https://www.nro.net/">NRO</a>,{" "}
      <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>.{" "}
      <a href="../licences.txt">{sources.licences}</a>
    </footer>
  );
}
