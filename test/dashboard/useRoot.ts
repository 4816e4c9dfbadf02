/** Root element for component tests. */
import { type ComponentChild, h, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach } from "vitest";
import { createLocale, ENGLISH, LocaleContext } from "../../src/dashboard/texts/locale.ts";

const AMERICAN = createLocale(ENGLISH, "USD", ["en"]);

/** Creates an element that is attached to the page before each test, and emptied and removed after it. */
export function useRoot<Tag extends "div" | "form" = "div">(tag = "div" as Tag) {
  const root = document.createElement(tag);
  const leave = () => act(() => render(null, root));
  beforeEach(() => document.body.append(root));
  afterEach(() => {
    leave();
    root.remove();
  });
  /** Renders without the effects that browsers delay until the content is painted. */
  const draw = (content: ComponentChild, locale = AMERICAN) =>
    render(h(LocaleContext.Provider, { value: locale }, content), root);
  const show = (content: ComponentChild, locale = AMERICAN) => act(() => draw(content, locale));
  /** Renders a component that only calls a hook. */
  const call = (hook: () => void) =>
    show(
      h(() => {
        hook();
        return null;
      }, null),
    );
  return { root, draw, show, call, leave };
}
