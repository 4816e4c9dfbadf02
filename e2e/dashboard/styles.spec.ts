/** Style sheets: layers and specificity decide which rule wins, never the order of the rules. */
import type { Page } from "playwright/test";
import { forEachPage, test } from "./everyPage.ts";
import { enterPage, expect } from "./test.ts";

for (const width of [390, 1440])
  test(`no rule is overridden by source order: ${width} px`, async ({ page, full }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await enterPage(page, full.origin, "");
    await forEachPage(page, full.origin, async (name) => {
      expect([name, await findOverridden(page)]).toEqual([name, []]);
    });
  });

/**
 * Reverses the rules inside each layer and lists the rules that then win over others, once as the page is and once as if
 * each element had the pointer and the focus. Media queries directly inside a rule belong to it, nested rules do not.
 */
function findOverridden(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Rule {
      layer: string;
      selector: string;
      properties: Set<string>;
      text: string;
    }
    const order: string[] = [];
    const rules: Rule[] = [];
    const collect = (list: CSSRuleList, layer: string, parent: string, wrap: (text: string) => string) => {
      for (const rule of list)
        if (rule instanceof CSSLayerStatementRule) order.push(rule.cssText);
        else if (rule instanceof CSSLayerBlockRule) collect(rule.cssRules, rule.name, parent, wrap);
        else if (rule instanceof CSSMediaRule)
          collect(rule.cssRules, layer, parent, (text) => wrap(wrapIn(rule, text)));
        else if (rule instanceof CSSStyleRule) {
          const selector = rule.selectorText.replaceAll("&", `:is(${parent})`);
          const declare = ({ cssText }: CSSStyleDeclaration) => `${selector} { ${cssText} }`;
          const queries = [...rule.cssRules].flatMap((media) =>
            media instanceof CSSMediaRule
              ? [...media.cssRules].flatMap((each) =>
                  each instanceof CSSNestedDeclarations ? [{ media, style: each.style }] : [],
                )
              : [],
          );
          const inQueries = queries.map(({ media, style }) => wrapIn(media, declare(style)));
          rules.push({
            layer,
            selector,
            properties: new Set([...rule.style, ...queries.flatMap(({ style }) => [...style])]),
            text: wrap([declare(rule.style), ...inQueries].join(" ")),
          });
          collect(rule.cssRules, layer, selector, wrap);
        }
    };
    const wrapIn = ({ conditionText }: CSSMediaRule, text: string) => `@media ${conditionText} { ${text} }`;
    for (const { cssRules } of document.styleSheets) collect(cssRules, "", "", (text) => text);
    const own = rules.filter(({ layer }) => layer !== "vendor");
    const properties = [...new Set(own.flatMap((rule) => [...rule.properties]))];
    const elements = [...document.querySelectorAll("*")].flatMap((element) =>
      ["", "::before", "::after"].map((part) => ({ element, part, style: getComputedStyle(element, part) })),
    );

    const touch = (text: string) => text.replaceAll(/:(hover|focus(-visible|-within)?)\b/g, ":not(.never)");
    const readWith = (ordered: Rule[], change: (text: string) => string) => {
      const sheet = new CSSStyleSheet();
      const blocks = ordered.map(({ layer, text }) => `@layer ${layer} { ${change(text)} }`);
      sheet.replaceSync([...order, ...blocks].join("\n"));
      document.adoptedStyleSheets = [sheet];
      return elements.map(({ style }) => properties.map((name) => style.getPropertyValue(name)));
    };
    const found = new Set<string>();
    const before = [...document.styleSheets];
    for (const sheet of before) sheet.disabled = true;
    for (const change of [(text: string) => text, touch]) {
      const values = readWith(own, change);
      const reversed = readWith(own.toReversed(), change);
      for (const [at, { element, part }] of elements.entries())
        for (const [nth, name] of properties.entries()) {
          if (values[at]?.[nth] === reversed[at]?.[nth]) continue;
          const matching = own.filter(
            (rule) =>
              rule.properties.has(name) &&
              rule.selector.includes("::") === (part !== "") &&
              element.matches(change(rule.selector).replaceAll(/::(before|after)/g, "")),
          );
          if (matching.length > 1)
            found.add(`${name}: ${matching.map(({ selector }) => selector).join(" / ")}`);
        }
    }
    for (const sheet of before) sheet.disabled = false;
    document.adoptedStyleSheets = [];
    return [...found];
  });
}
