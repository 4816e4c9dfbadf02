/** Page of the set-up link: creates the first network account. */
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { LinkForm, type LinkPageProps } from "./LinkForm.tsx";

export function SetUp(props: LinkPageProps) {
  const { setUp: texts } = useTexts();
  const { signIn: words } = useLocale().texts;
  return (
    <LinkForm
      {...props}
      path="v2/setup"
      lead={texts.lead}
      submit={texts.submit}
      fields={[
        { name: "name", label: texts.name, autocomplete: "organization" },
        { name: "username", label: words.userName, autocomplete: "username" },
        { name: "password", label: words.password, autocomplete: "new-password" },
      ]}
    />
  );
}
