/** Field for an amount in the format of the language. */
import { useState } from "preact/hooks";
import { useTexts } from "../texts/management.ts";
import { type Amount, useAmounts } from "../texts/typedAmounts.ts";
import { Field, type FieldProps } from "./fields.tsx";

interface AmountFieldProps
  extends Pick<FieldProps, "label" | "hint" | "problem" | "isRequired" | "isDisabled"> {
  /** Code of the currency; absent for other numbers. */
  currency?: string;
  value: Amount;
  onInput(value: Amount): void;
}

export function AmountField({ currency, value, problem, onInput, ...field }: AmountFieldProps) {
  const { campaigns: texts } = useTexts();
  const amounts = useAmounts(currency);
  const [typed, setTyped] = useState({ text: "", value: "" as Amount, amounts });
  // Keeps the text as typed until the amount or the language changes.
  const isTyped = typed.value === value && typed.amounts === amounts;
  const readings = typeof value === "string" ? undefined : amounts.listReadings(value.typed);
  const input = (text: string) => {
    const read = amounts.read(text);
    setTyped({ text, value: read, amounts });
    onInput(read);
  };
  return (
    <Field
      {...field}
      inputMode="decimal"
      value={isTyped ? typed.text : amounts.write(value)}
      problem={problem && readings ? texts.twoReadings(...readings) : problem}
      onInput={input}
    />
  );
}
