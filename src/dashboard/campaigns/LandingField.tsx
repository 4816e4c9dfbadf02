/** Field of a landing page, with a menu that inserts macros. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { MACROS, type Macro } from "../../protocol/macros.ts";
import { listKeys } from "../../protocol/tables.ts";
import { Editing } from "../app/editing.tsx";
import { useTexts } from "../texts/management.ts";
import { Field, type FieldProps } from "../ui/fields.tsx";
import { Popover } from "../ui/Popover.tsx";
import { insertMacro } from "./landingMacros.ts";

export function LandingField(props: Pick<FieldProps, "value" | "hint" | "problem" | "onInput">) {
  const { value, onInput } = props;
  const { campaigns: texts } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  /** Caret after an inserted macro; an object, so that the same place counts as new. */
  const [caret, setCaret] = useState<{ at: number }>();
  useLayoutEffect(() => {
    if (!caret) return;
    input.current?.focus();
    input.current?.setSelectionRange(caret.at, caret.at);
  }, [caret]);
  const insert = (macro: Macro) => {
    const { selectionStart, selectionEnd } = input.current ?? {};
    const end = selectionEnd ?? value.length;
    const edited = insertMacro(value, selectionStart ?? end, end, macro);
    onInput(edited.text);
    setCaret({ at: edited.caret });
  };
  return (
    <div class="stack tight">
      <Field {...props} label={texts.landing} type="url" isRequired inputRef={input} />
      <Editing>
        <div class="row">
          <Popover label={texts.insertMacro} icon="plus" title={texts.insertMacro}>
            {(_, close) => (
              <div class="stack tight popover-content">
                <p class="hint">{texts.macroHint}</p>
                <ul class="menu macros">
                  {listKeys(MACROS).map((macro) => (
                    <li key={macro}>
                      <button
                        type="button"
                        onClick={() => {
                          close();
                          insert(macro);
                        }}
                      >
                        <code>{`{${macro}}`}</code>
                        <small>{texts.macros[macro]}</small>
                      </button>
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </Popover>
        </div>
      </Editing>
    </div>
  );
}
