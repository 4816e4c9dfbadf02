/**
 * Chips input. Enter, a comma or leaving the field makes any text a value. An option is chosen from the list, or by its
 * complete name: a native list of suggestions does not tell choosing from typing.
 */
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { useTexts } from "../texts/management.ts";
import { Note } from "./fields.tsx";
import { Icon } from "./Icon.tsx";
import { createOptionSearch, type Option, parseTypedWords, type Read } from "./typedKeys.ts";

interface ChipsProps {
  label: string;
  hint?: string;
  problem?: string | undefined;
  /** Keys of the chosen values. */
  values: readonly string[];
  /** Options by label; absent: any text is a value. */
  options?: readonly Option[] | undefined;
  /** Text for an empty list. Default: any. */
  empty?: string;
  onChange(values: string[]): void;
  isDisabled?: boolean;
}

export function Chips(props: ChipsProps) {
  const { campaigns: texts } = useTexts();
  const { label, hint, problem, values, options, empty = texts.anybody, onChange, isDisabled } = props;
  const typing = useTyping(props);
  const { typed, isUnknown, listed, active } = typing;
  const id = useId();
  const isOpen = listed.length > 0;
  const combobox = {
    role: "combobox" as const,
    "aria-autocomplete": "list" as const,
    "aria-expanded": isOpen,
    "aria-controls": isOpen ? `${id}-list` : undefined,
    "aria-activedescendant": isOpen && active !== undefined ? `${id}-${active}` : undefined,
  };
  return (
    <fieldset class="field group-field" disabled={isDisabled}>
      <legend>{label}</legend>
      <div class="row chips-box">
        {values.map((key) => (
          <Chip
            key={key}
            name={options?.find((option) => option.key === key)?.label ?? key}
            onRemove={() => onChange(values.filter((value) => value !== key))}
          />
        ))}
        <input
          {...(options && combobox)}
          value={typed}
          autocomplete="off"
          aria-label={texts.add1(label)}
          aria-describedby={id}
          aria-invalid={isUnknown || problem !== undefined}
          data-unfinished={typed.trim() !== "" || undefined}
          placeholder={options && values.length === 0 ? empty : undefined}
          onInput={typing.onInput}
          onPaste={typing.onPaste}
          onBlur={typing.onBlur}
          onClick={typing.open}
          onKeyDown={typing.onKeyDown}
        />
        {isOpen && (
          <Options id={id} label={label} options={listed} active={active} onChoose={typing.choose} />
        )}
      </div>
      <Note id={id} hint={hint} problem={problem ?? (isUnknown ? texts.notInList : undefined)} />
    </fieldset>
  );
}

function Chip({ name, onRemove }: { name: string; onRemove(): void }) {
  const { campaigns: texts } = useTexts();
  return (
    <span class="chip">
      <span class="chip-label">{name}</span>
      <button
        type="button"
        class="chip-remove"
        aria-label={texts.remove(name)}
        onClick={(event) => {
          event.currentTarget.closest("fieldset")?.querySelector("input")?.focus();
          onRemove();
        }}
      >
        <Icon name="close" />
      </button>
    </span>
  );
}

interface OptionsProps {
  id: string;
  label: string;
  options: readonly Option[];
  /** Key of the option that Enter chooses. */
  active: string | undefined;
  onChoose(key: string): void;
}

/** https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
function Options({ id, label, options, active, onChoose }: OptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() =>
    list.current?.querySelector("[aria-selected='true']")?.scrollIntoView({ block: "nearest" }),
  );
  return (
    <div
      class="floating options"
      role="listbox"
      id={`${id}-list`}
      aria-label={label}
      tabIndex={-1}
      ref={list}
    >
      {options.map(({ key, label: name }) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field, which keeps the focus
        <div
          role="option"
          key={key}
          id={`${id}-${key}`}
          tabIndex={-1}
          aria-selected={key === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(key)}
        >
          {name}
        </div>
      ))}
    </div>
  );
}

type Search = ReturnType<typeof createOptionSearch> | undefined;

/** Options that the text may mean, and the one that Enter chooses. */
function useOptionList(search: Search, typed: string, values: readonly string[]) {
  const [isOpen, setOpen] = useState(false);
  const [moved, setMoved] = useState<string>();
  const listed = isOpen && search ? search.list(typed, values) : [];
  const keys = listed.map(({ key }) => key);
  const named = search?.find(typed);
  const only = typed.trim() && keys.length === 1 ? keys[0] : undefined;
  const active = [moved, named, only].find((key) => key !== undefined && keys.includes(key));
  return {
    listed,
    active,
    setOpen,
    /** Opens or closes the list for another text. */
    reset: (isShown: boolean) => {
      setOpen(isShown);
      setMoved(undefined);
    },
    move: (step: 1 | -1) => {
      setOpen(true);
      const at = active === undefined ? -1 : keys.indexOf(active);
      const first = step > 0 ? 0 : keys.length - 1;
      setMoved(keys[at < 0 ? first : (at + step + keys.length) % keys.length]);
    },
  };
}

/** Whether a comma ends the text. Among options, it may be part of a longer name. */
function isWhole(text: string, search: Search): boolean {
  return (
    text.includes(",") &&
    (!search || (text.endsWith(",") && !search.isUnfinished(text) && search.read(text).rest === ""))
  );
}

/** State of the text field: its text, the options it may mean, and whether it means none. */
function useTyping({ values, options, onChange }: ChipsProps) {
  const search = useMemo(() => options && createOptionSearch(options), [options]);
  const [typed, setTyped] = useState("");
  const [isUnknown, setUnknown] = useState(false);
  const { listed, active, setOpen, reset, move } = useOptionList(search, typed, values);

  const take = ({ keys: read, rest }: Read) => {
    if (read.length > 0) onChange([...new Set([...values, ...read])]);
    setTyped(rest);
    setUnknown(rest !== "");
    reset(false);
  };
  const read = (text: string) => (search ? search.read(text) : parseTypedWords(text));
  const show = (text: string) => {
    setTyped(text);
    setUnknown(false);
    reset(true);
  };

  return {
    typed,
    isUnknown,
    listed,
    active,
    choose: (key: string) => take({ keys: [key], rest: "" }),
    open: () => setOpen(true),
    onInput: ({ currentTarget: { value }, isComposing }: Typing<InputEvent>) => {
      if (!isComposing && isWhole(value, search)) take(read(value));
      else show(value);
    },
    // A field of one line would join pasted lines.
    onPaste: (event: Typing<ClipboardEvent>) => {
      const text = event.clipboardData?.getData("text") ?? "";
      if (!/[\r\n\t]/.test(text.trim())) return;
      event.preventDefault();
      const { value, selectionStart, selectionEnd } = event.currentTarget;
      take(read(value.slice(0, selectionStart ?? 0) + text + value.slice(selectionEnd ?? 0)));
    },
    onBlur: () => {
      const isClear = !search?.isUnfinished(typed);
      if (typed.trim()) take(isClear ? read(typed) : { keys: [], rest: typed });
      setOpen(false);
    },
    onKeyDown: (event: Typing<KeyboardEvent>) => {
      // Keys of an input method. Safari ends the composition before its Enter: https://bugs.webkit.org/show_bug.cgi?id=165004
      if (event.isComposing || event.keyCode === 229) return;
      if (event.key === "Enter") {
        event.preventDefault();
        if (active !== undefined) take({ keys: [active], rest: "" });
        else if (typed.trim()) take(read(typed));
      } else if (event.key === "Backspace" && typed === "" && values.length > 0)
        onChange(values.slice(0, -1));
      else if (event.key === "Escape" && listed.length > 0) {
        event.stopPropagation();
        setOpen(false);
      } else if (search && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
        event.preventDefault();
        move(event.key === "ArrowDown" ? 1 : -1);
      }
    },
  };
}

type Typing<E extends Event> = E & { currentTarget: HTMLInputElement };
