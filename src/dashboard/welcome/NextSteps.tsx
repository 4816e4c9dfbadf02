/** End of the guides: pages that the user may open next. */
import { useIsEditable } from "../app/editing.tsx";
import { useData } from "../app/managementData.ts";
import { ACCOUNTS, CHANGES, PEOPLE } from "../app/router.ts";
import { useTexts } from "../texts/management.ts";
import { Link } from "../ui/Link.tsx";

export function NextSteps() {
  const { next: texts } = useTexts();
  const { kind, access, user } = useData().account.details;
  const isEditable = useIsEditable();
  return (
    <>
      <h3>{texts.title}</h3>
      <ul class="stack tight">
        {kind === "network" && isEditable && (
          <li>
            <Link to={`${ACCOUNTS}&new=1`}>{texts.accounts}</Link>
          </li>
        )}
        {user && access === "owner" && (
          <li>
            <Link to={PEOPLE}>{texts.people}</Link>
          </li>
        )}
        <li>
          <Link to={CHANGES}>{isEditable ? texts.changes : texts.seen}</Link>
        </li>
      </ul>
    </>
  );
}
