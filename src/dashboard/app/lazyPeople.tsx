/** Pages of people and accounts, loaded on demand. */
import type { AccountPageProps } from "../objects/AccountPage.tsx";
import { LoadFailed } from "../ui/LoadFailed.tsx";
import { createLazy } from "./createLazy.ts";

const useModule = createLazy(() => import("../people/peoplePages.tsx"));

export function PeoplePages() {
  const { module: people, hasFailed } = useModule();
  return people ? <people.PeoplePages /> : hasFailed ? <LoadFailed /> : null;
}

export function AccountPage(props: AccountPageProps) {
  const { module: people, hasFailed } = useModule();
  return people ? <people.AccountPage {...props} /> : hasFailed ? <LoadFailed /> : null;
}
