/** Somebody is signed in: the place that the address names, and what outlives a change of place. */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { createStatistics, type Statistics, type Wait } from "../statistics/statistics.ts";

import { AnswerCache } from "./answers.ts";
import { Dashboard } from "./Dashboard.tsx";
import { Header } from "./Header.tsx";
import { LoadFailed } from "./LoadFailed.tsx";
import { usePlaces } from "./lazy.ts";
import { useLocale } from "./locale.ts";
import { Names } from "./names.ts";
import { type PlaceNavigation, usePlace } from "./place.ts";
import type { Report } from "./reports.ts";
import { type Account, baseUrl } from "./session.ts";
import type { Settings } from "./settings.ts";
import type { Leave } from "./useAccount.ts";
import { useEntryFocus } from "./useEntryFocus.ts";

export interface ShellProps {
  account: Account;
  settings: Settings;
  onSettings(changes: Partial<Settings>): void;
  onLeave: Leave;
  /** Somebody has just signed in, so that the focus is to follow. */
  hasEntered: boolean;
}

/** What every place works with. */
export interface PlaceProps extends Omit<ShellProps, "hasEntered"> {
  navigation: PlaceNavigation;
  client: Statistics;
  /** The client waits until then. */
  wait: Wait | undefined;
  /** The focus is to move to what has come. */
  isEntered: boolean;
}

export function Shell({ hasEntered, ...props }: ShellProps) {
  const { account, onLeave } = props;
  const navigation = usePlace(account);
  const { place } = navigation;
  const [wait, setWait] = useState<Wait>();
  const client = useMemo(() => {
    const onSession = (session: unknown) => session === undefined && onLeave("ended");
    return createStatistics({ baseUrl, session: account, onSession, onWait: setWait, retries: 1 });
  }, [account, onLeave]);
  const memory = useMemo(() => ({ cache: new AnswerCache<Report>(), names: new Names() }), []);
  const first = useRef(place);
  const hasMoved = useRef(false);
  hasMoved.current ||= first.current !== place;
  const shared = { ...props, navigation, client, wait, isEntered: hasEntered || hasMoved.current };
  return place === "statistics" ? (
    <Dashboard {...shared} memory={memory} />
  ) : (
    <OtherPlace key={place} {...shared} />
  );
}

/** A place that is loaded when it is first asked for. */
function OtherPlace(props: PlaceProps) {
  const { texts } = useLocale();
  const { module: places, hasFailed } = usePlaces();
  const { navigation, account } = props;
  useEffect(() => {
    document.title = `${texts.places[navigation.place]} – ${account.details.name} – zonetag`;
  });
  return (
    <>
      <a class="skip" href="#place">
        {texts.skipPlace}
      </a>
      <Header {...props} onSignOut={() => props.onLeave("asked")} />
      <PlaceMain isEntered={props.isEntered}>
        <h1 class="visually-hidden">
          {texts.places[navigation.place]}: {account.details.name}
        </h1>
        {places && <places.Places {...props} />}
        {hasFailed && <LoadFailed />}
      </PlaceMain>
    </>
  );
}

function PlaceMain({ isEntered, children }: { isEntered: boolean; children: ComponentChildren }) {
  const main = useEntryFocus(isEntered);
  return (
    <main class="page" id="place" ref={main} tabIndex={-1}>
      {children}
    </main>
  );
}
