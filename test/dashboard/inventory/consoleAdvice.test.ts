// @vitest-environment happy-dom
import { h } from "preact";
import { expect, test } from "vitest";
import { ConsoleAdvice } from "../../../src/dashboard/inventory/ConsoleAdvice.tsx";
import { createLocale, loadWords } from "../../../src/dashboard/texts/locale.ts";
import { loadManagementTexts, TextsContext } from "../../../src/dashboard/texts/management.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();

test.each(["en", "de"] as const)(
  "in %s, the parameter of the console is not broken over lines",
  async (language) => {
    const texts = await loadManagementTexts(language);
    const locale = createLocale(await loadWords(language), "EUR", [language]);
    show(h(TextsContext.Provider, { value: texts }, h(ConsoleAdvice, {})), locale);
    expect(root.textContent).toBe(texts.inventory.console);
    const whole = [...root.querySelectorAll("span")].filter(({ style }) => style.whiteSpace === "nowrap");
    expect(whole.map(({ textContent }) => textContent)).toEqual(["?zonetag_console"]);
  },
);
