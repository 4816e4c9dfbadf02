/** Content of a management page, which keeps the focus when the focused element is removed with a part of it. */
import type { ComponentChildren } from "preact";
import { useFocus } from "../ui/useFocus.ts";
import { useRouter } from "./router.ts";
import { useEntryFocus } from "./useEntryFocus.ts";

export function PageMain({ isEntered, children }: { isEntered: boolean; children: ComponentChildren }) {
  const main = useEntryFocus(isEntered);
  const { search } = useRouter();
  // The focused element, such as the button that created an entry, was removed with its page.
  useFocus(() => document.activeElement === document.body && main.current, [search], { preventScroll: true });
  return (
    <main class="page" id="content" ref={main} tabIndex={-1}>
      {children}
    </main>
  );
}
