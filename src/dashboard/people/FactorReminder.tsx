/** Reminds owners of a network who have no second factor, until they dismiss it in this browser. */
import { useState } from "preact/hooks";
import { useData } from "../app/managementData.ts";
import { SETTINGS } from "../app/router.ts";
import { Link } from "../ui/Link.tsx";
import { usePeopleTexts } from "./peopleTexts.ts";
import { useOwnUser } from "./useOwnUser.ts";

const KEY = "zonetag.dashboard.noFactor";

export function FactorReminder() {
  const { secondFactor: texts } = usePeopleTexts();
  const { kind, access } = useData().account.details;
  const { user } = useOwnUser();
  const key = `${KEY}.${user?.id}`;
  const [isDismissed, setDismissed] = useState(() => isStored(key));
  const isWanted = kind === "network" && access === "owner" && user && user.id > 0 && !user.second_factor;
  if (!isWanted || isDismissed) return null;
  const dismiss = () => {
    store(key);
    setDismissed(true);
  };
  return (
    <section class="card" aria-label={texts.title}>
      <div class="row loose">
        <p class="person">
          {texts.networkHint} <Link to={SETTINGS}>{texts.begin}</Link>
        </p>
        <button type="button" class="button" onClick={dismiss}>
          {texts.dismiss}
        </button>
      </div>
    </section>
  );
}

function isStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function store(key: string): void {
  try {
    localStorage.setItem(key, "1");
  } catch {
    // Without storage the reminder returns with the next visit.
  }
}
