/** Sites and their zones: what is asked of each, its code, and how to make one. */
import type { ZoneActivity } from "../../protocol/management.ts";
import type { Shown } from "../../statistics/index.ts";
import { Icon } from "../Icon.tsx";
import { useLocale } from "../locale.ts";
import { useActivity, useData, useSites, useZones } from "./data.ts";
import { EntryTable, ListBar, useListing } from "./Listing.tsx";
import { Loading } from "./Loading.tsx";
import { PlaceLink } from "./parts.tsx";
import { SiteForm } from "./SiteForm.tsx";
import { TagCode } from "./TagCode.tsx";
import { useTexts } from "./texts.ts";
import { useAgo } from "./time.ts";
import { ZoneForm } from "./ZoneForm.tsx";

const HOME = "?place=inventory";
const CONSOLE_GUIDE = "https://github.com/zonetag/zonetag/blob/main/docs/console.md";

export function Inventory() {
  const { navigation } = useData();
  const asked = new URLSearchParams(navigation.search);
  const [sites, zones] = [useSites(), useZones()];
  if (!sites.shown || !zones.shown) return <Loading answers={[sites, zones]} />;
  const close = () => navigation.go(HOME);
  const zone = zones.shown.data.find(({ id }) => String(id) === asked.get("zone"));
  if (zone)
    return <ZonePage key={zone.id} zone={zone} site={sites.shown.data.find(({ id }) => id === zone.site)} />;
  const site = sites.shown.data.find(({ id }) => String(id) === asked.get("site"));
  if (asked.get("new") === "zone")
    return (
      <ZoneForm site={site?.id} onCancel={close} onSaved={({ id }) => navigation.go(`${HOME}&zone=${id}`)} />
    );
  if (asked.get("new") === "site" || site)
    return <SiteForm key={site?.id} site={site} onCancel={close} onSaved={close} />;
  return <Overview sites={sites.shown.data} zones={zones.shown.data} />;
}

interface OverviewProps {
  sites: Shown<"sites">[];
  zones: Shown<"zones">[];
}

function Overview({ sites, zones }: OverviewProps) {
  const { inventory: texts, form } = useTexts();
  const { navigation } = useData();
  const activity = useActivity().shown?.data;
  const listing = useListing();
  const { isHere, isWanted } = listing;
  const groups = sites.filter(isHere).map((site) => {
    const own = zones.filter((zone) => zone.site === site.id && isHere(zone));
    return { site, zones: isWanted(site) ? own : own.filter(isWanted) };
  });
  const found = groups.filter(({ site, zones: own }) => isWanted(site) || own.length > 0);
  return (
    <>
      <ListBar listing={listing} hasArchived={[...sites, ...zones].some(({ deleted }) => deleted)}>
        <PlaceLink class="button" to={`${HOME}&new=site`} go={navigation.go}>
          {texts.newSite}
        </PlaceLink>
        {sites.some(({ deleted }) => !deleted) && (
          <PlaceLink class="button button-primary" to={`${HOME}&new=zone`} go={navigation.go}>
            <Icon name="plus" />
            {texts.newZone}
          </PlaceLink>
        )}
      </ListBar>
      {sites.length === 0 && <p class="nothing">{texts.noSites}</p>}
      {sites.length > 0 && found.length === 0 && <p class="nothing">{form.none}</p>}
      {found.map(({ site, zones: own }) => (
        <SiteCard key={site.id} site={site} zones={own} activity={activity?.zones} />
      ))}
    </>
  );
}

interface SiteCardProps {
  site: Shown<"sites">;
  zones: Shown<"zones">[];
  activity: ZoneActivity[] | undefined;
}

function SiteCard({ site, zones, activity }: SiteCardProps) {
  const { inventory: texts, campaigns } = useTexts();
  const { navigation } = useData();
  return (
    <section class="card" aria-label={site.name}>
      <header class="card-head">
        <h2>
          <PlaceLink to={`${HOME}&site=${site.id}`} go={navigation.go}>
            {site.name}
          </PlaceLink>
        </h2>
        <span class="hint">
          {site.hostname}
          {site.deleted && ` · ${campaigns.states.archived}`}
        </span>
        {!site.deleted && (
          <PlaceLink class="button button-plain" to={`${HOME}&new=zone&site=${site.id}`} go={navigation.go}>
            <Icon name="plus" />
            {texts.newZone}
          </PlaceLink>
        )}
      </header>
      {zones.length === 0 ? (
        <p class="hint">{texts.noZones}</p>
      ) : (
        <EntryTable headings={[texts.zone, texts.size, texts.lastRequest, texts.fill]} entries={zones}>
          {(zone) => (
            <>
              <th scope="row">
                <PlaceLink class="deeper" to={`${HOME}&zone=${zone.id}`} go={navigation.go}>
                  {zone.name}
                </PlaceLink>
                <span class="hint">#{zone.id}</span>
              </th>
              <td data-label={texts.size}>{zone.size}</td>
              <ActivityCells activity={activity?.find(({ id }) => id === zone.id)} />
            </>
          )}
        </EntryTable>
      )}
    </section>
  );
}

function ActivityCells({ activity }: { activity: ZoneActivity | undefined }) {
  const { inventory: texts } = useTexts();
  const locale = useLocale();
  const ago = useAgo();
  if (!activity)
    return (
      <>
        <td data-label={texts.lastRequest} />
        <td data-label={texts.fill} />
      </>
    );
  const { last_request: last, requests, filled } = activity;
  return (
    <>
      <td data-label={texts.lastRequest}>{last ? ago(last) : <NothingAsked />}</td>
      <td data-label={texts.fill}>
        {requests === 0 ? (
          "–"
        ) : (
          <>
            {locale.formatValue((100 * filled) / requests, "percent")}{" "}
            <span class="hint">{texts.ofRequests(locale.formatCount(requests))}</span>
          </>
        )}
      </td>
    </>
  );
}

function NothingAsked() {
  const { inventory: texts } = useTexts();
  return (
    <span class="hint">
      {texts.noRequest}.{" "}
      <a href={CONSOLE_GUIDE} target="_blank" rel="noreferrer">
        {texts.console}
      </a>
    </span>
  );
}

function ZonePage({ zone, site }: { zone: Shown<"zones">; site: Shown<"sites"> | undefined }) {
  const { inventory: texts, form } = useTexts();
  const { navigation } = useData();
  const activity = useActivity().shown?.data.zones.find(({ id }) => id === zone.id);
  const ago = useAgo();
  const locale = useLocale();
  return (
    <>
      <nav class="trail">
        <PlaceLink to={HOME} go={navigation.go}>
          <Icon name="left" />
          {form.back}
        </PlaceLink>
      </nav>
      <header>
        <h2>{zone.name}</h2>
        <p class="hint">
          #{zone.id} · {zone.size} · {site?.name}
        </p>
        {activity && (
          <p>
            {activity.last_request ? (
              <>
                {texts.lastRequest}: {ago(activity.last_request)}
                {activity.requests > 0 &&
                  ` · ${texts.fill}: ${locale.formatValue((100 * activity.filled) / activity.requests, "percent")}`}
              </>
            ) : (
              <NothingAsked />
            )}
          </p>
        )}
      </header>
      <div class="columns">
        <section class="card" aria-label={texts.code}>
          <h2>{texts.code}</h2>
          <TagCode zone={zone} />
        </section>
        <ZoneForm zone={zone} />
      </div>
    </>
  );
}
