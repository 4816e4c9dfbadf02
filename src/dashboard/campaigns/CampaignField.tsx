/** An input of a campaign's form, as the table of its fields describes it. */
import { isOneOf } from "../../protocol/tables.ts";
import { useData } from "../app/managementData.ts";
import { useTexts } from "../texts/management.ts";
import { type Amount, getTyped } from "../texts/typedAmounts.ts";
import { AmountField } from "../ui/AmountField.tsx";
import { bindFields, Field } from "../ui/fields.tsx";
import { FIELDS, LIMITS, type StepProps } from "./campaignFields.ts";
import { useHasOtherDays } from "./useUtcLabel.ts";

const AMOUNTS = ["price", "daily", "total"] as const;
type AmountName = (typeof AMOUNTS)[number];
type TextName = "name" | "from" | "to" | "dailyCap" | "totalCap" | "priority" | "weight";

export function CampaignField({ name, ...props }: StepProps & { name: AmountName | TextName }) {
  const { values, saved, set, problems, notes, may, currency } = props;
  const { kind } = useData().account.details;
  const { campaigns: texts } = useTexts();
  const hasOtherDays = useHasOtherDays();
  const { type = "text", hint, isRequired = false } = FIELDS[name];
  const isLimited = kind === "advertiser" && isOneOf(LIMITS, name) && saved[name] !== "";
  const hints = [isLimited && texts.lower, hint && (hint !== "utc" || hasOtherDays) && texts[hint]];
  const field = {
    label: texts[name],
    hint: (notes?.[name] ?? hints.filter(Boolean).join(" ")) || undefined,
    isRequired,
    isDisabled: !may(name),
  };
  if (isOneOf(AMOUNTS, name)) {
    const input = bindFields<AmountName, Amount>(values, problems, set)(name);
    return <AmountField {...field} {...input} currency={currency} label={`${field.label} (${currency})`} />;
  }
  const input = bindFields<TextName>(values, problems, set)(name);
  if (type !== "count") return <Field {...field} {...input} type={type} />;
  return <AmountField {...field} {...input} onInput={(typed) => input.onInput(getTyped(typed))} />;
}
