/** Descriptions of the catalogue's fields, for the JSON Schema that editors use and the guide made from it. */

/** Descriptions of fields that several lists have. */
const ID = "unique among entries of its kind";
const NAME = "shown in the dashboard and in reports";
const DELETED = "archived: no longer served, kept for reports";
/** Descriptions of fields of creatives and of their pending versions. */
const SENT_AT = "when its advertiser sent it for approval, UTC";
const REASON = "why the network rejected it";

/** Descriptions by path, without list indices. */
export const FIELD_DESCRIPTIONS: Readonly<Record<string, string>> = {
  $schema: "address of the JSON Schema, for editors",
  accounts: "accounts that own sites and campaigns, and sign in to the dashboard and the interfaces",
  "accounts.id": ID,
  "accounts.name": NAME,
  "accounts.role":
    "publishers own sites, advertisers own campaigns, networks manage the accounts that name them",
  "accounts.network":
    "id of the network account that manages this one; campaigns run only on sites of their own network, and all accounts without one form one common network",
  "accounts.username": "for signing in",
  "accounts.password": "hash that `hash-password` prints",
  "accounts.apiTokens": "digests that `make-token` prints",
  "accounts.goals": "number of conversion goals",
  "accounts.goalNames": "names of the goals, in their order, as reports in the dashboard show them",
  "accounts.goalSources": "where the conversions of goals come from",
  "accounts.goalSources.goal": "number of the goal, from 1; each at most once",
  "accounts.goalSources.source":
    "`import`, as for goals that are not listed, or `report`: conversions that are reported to `/v1/conversion`",
  "accounts.goalSources.from":
    "first day on which reported conversions count and imported ones are refused, such as `2026-12-01`, UTC",
  "accounts.timezone": "IANA time zone whose midnights bound the days of reports, such as `Europe/Berlin`",
  "accounts.currency": "ISO 4217 code; amounts are never converted",
  "accounts.suspended":
    "whether the network has suspended the account: its zones get no ad, its campaigns do not run, and its users and API tokens only read",
  categories: "categories of sites, for targeting and reports",
  "categories.id": ID,
  "categories.name": NAME,
  carriers: "names of carriers in imported statistics",
  "carriers.id": ID,
  "carriers.name": NAME,
  regions: "regions for targeting and reports; they need `--city-database`",
  "regions.id": ID,
  "regions.name": NAME,
  "regions.country": "ISO 3166-1, three letters",
  "regions.code": "ISO 3166-2, such as `GB-SCT`, by which a city database names it",
  offers: "offers of advertisers, for reports",
  "offers.id": ID,
  "offers.account": "id of the advertiser's account",
  "offers.name": NAME,
  offerLandingPages: "landing pages of offers, for reports",
  "offerLandingPages.id": ID,
  "offerLandingPages.offer": "id of the offer",
  "offerLandingPages.name": NAME,
  sites: "sites of publishers",
  "sites.id": ID,
  "sites.account": "id of the publisher's account",
  "sites.name": NAME,
  "sites.hostname": "host name of the site's pages, in ASCII",
  "sites.category": "id of a category",
  "sites.publisherShare":
    'share of the cost that the publisher is paid, such as `"0.70"`; otherwise `--publisher-share`',
  "sites.blockedAdvertisers": "ids of at most 1,000 accounts whose campaigns the site does not show",
  "sites.deleted": DELETED,
  zones: "places for ads",
  "zones.id": `${ID}; a page names it by \`data-zone-id\``,
  "zones.site": "id of the site",
  "zones.name": NAME,
  "zones.size": "width and height in pixels, such as `300x250`",
  "zones.note":
    "text for the users of the account and of its network, such as where the zone stands on its pages",
  "zones.deleted": DELETED,
  campaigns: "campaigns of advertisers",
  "campaigns.id": ID,
  "campaigns.account": "id of the advertiser's account",
  "campaigns.name": NAME,
  "campaigns.active": "whether it is served; `false` pauses it",
  "campaigns.deleted": DELETED,
  "campaigns.pricing": "what impressions or clicks cost",
  "campaigns.pricing.model": "`cpm`: price of a thousand impressions; `cpc`: price of a click",
  "campaigns.pricing.price": 'decimal number as text, such as `"2.50"`',
  "campaigns.priority":
    "-1000 to 1000; of the campaigns that match, those of the highest priority are served; fallback campaigns have -1",
  "campaigns.keywords":
    "at most 1,000 words and phrases of up to eight words, without a comma; one of them must match",
  "campaigns.negativeKeywords": "at most 1,000 words and phrases that keep the campaign away",
  "campaigns.targeting": "restrictions, all of which must hold; an empty list is no restriction",
  "campaigns.targeting.custom":
    'values by key, such as `{"section": ["sports", "news"]}`; the zone must give each key with one of its values',
  "campaigns.targeting.countries": "ISO 3166-1, three letters, such as `DEU`",
  "campaigns.targeting.regions": "ids of regions",
  "campaigns.targeting.languages": "ISO 639-1, two letters, such as `de`",
  "campaigns.targeting.deviceTypes": "[names](#names-for-targeting)",
  "campaigns.targeting.operatingSystems": "[names](#names-for-targeting)",
  "campaigns.targeting.browsers": "[names](#names-for-targeting)",
  "campaigns.targeting.sites": "ids of sites",
  "campaigns.targeting.zones": "ids of zones",
  "campaigns.targeting.categories": "ids of categories of sites",
  "campaigns.targeting.times": "weekdays and hours",
  "campaigns.targeting.times.timezone": "IANA time zone of weekdays and hours",
  "campaigns.targeting.times.weekdays": "`monday` to `sunday`",
  "campaigns.targeting.times.hours": "0 to 23; 9 is from 9:00 up to 10:00",
  "campaigns.from": "first day, such as `2026-11-23`, UTC",
  "campaigns.to": "last day, UTC",
  "campaigns.budget": "maximum cost",
  "campaigns.budget.daily": "decimal number as text",
  "campaigns.budget.total": "decimal number as text",
  "campaigns.caps": "maximum impressions",
  "campaigns.caps.daily": "impressions",
  "campaigns.caps.total": "impressions",
  "campaigns.frequency": "maximum impressions of one `user.id` in any period; all entries, at most 10, hold",
  "campaigns.frequency.impressions": "1 to 1000",
  "campaigns.frequency.seconds": "length of the period, up to 366 days",
  "campaigns.weight": "chance among the campaigns that match, relative to theirs",
  "campaigns.spread":
    "`even`: the daily budget and cap are released over the hours in which the campaign is served, a third ahead; with a last day, also what is left of totals",
  "campaigns.offer": "id of an offer, for reports",
  "campaigns.offerLandingPage": "id of a landing page, for reports",
  "campaigns.variations": "at most 100 creatives",
  "campaigns.variations.id": "unique among all creatives",
  "campaigns.variations.name": NAME,
  "campaigns.variations.image":
    "http(s) address, or a path of the service such as `/creatives/shoes.webp`; normalized to ASCII",
  "campaigns.variations.size": "width and height in pixels; zones of this size show it",
  "campaigns.variations.url":
    "http(s) address that a click leads to; normalized to ASCII, then up to 2,048 characters; no user name or password; macros such as `{click_id}` in query and fragment",
  "campaigns.variations.weight": "chance among the campaign's creatives that fit",
  "campaigns.variations.active": "whether it is served",
  "campaigns.variations.sentAt": SENT_AT,
  "campaigns.variations.reason": REASON,
  "campaigns.variations.review":
    "only approved creatives are served; a network decides on those of advertisers, which these withdraw before",
  "campaigns.variations.pending":
    "version that the advertiser sent later; until the network approves it, the approved one is served",
  "campaigns.variations.pending.image": "http(s) address, or a path of the service",
  "campaigns.variations.pending.size": "width and height in pixels",
  "campaigns.variations.pending.url":
    "http(s) address that a click leads to, like that of the approved version",
  "campaigns.variations.pending.sentAt": SENT_AT,
  "campaigns.variations.pending.reason": REASON,
  "campaigns.variations.pending.review": "whether the network has rejected it",
};
