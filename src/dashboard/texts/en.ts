/** All texts of the dashboard in English. A file of the same shape adds a language. */
import type { Sentences } from "../../protocol/sentences.ts";
import type { Grouping } from "../../protocol/statistics.ts";
import type { PeriodName } from "../reports/period.ts";

/** Names that differ from those in the table of groupings. */
const groupings: Partial<Record<Grouping, string>> = {
  site_hostname: "Host name",
  adblock: "Ad blocker",
  variation_id: "Creative",
};

const periods: Record<PeriodName, string> = {
  today: "Today",
  yesterday: "Yesterday",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
  week: "This week",
  month: "This month",
  "last-month": "Last month",
  year: "This year",
};

const labels: Record<string, string> = { "base.cpm": "eCPM" };

/** Sentences for problems of the service by code; none, because the service sends English ones. */
const problems: Sentences = {};

export const en = {
  skip: "Skip to the content",
  loading: "Loading…",
  close: "Close",
  cancel: "Cancel",
  tryAgain: "Try again",

  pages: {
    title: "Main",
    statistics: "Statistics",
    inventory: "Inventory",
    campaigns: "Campaigns",
    approvals: "Approvals",
    accounts: "Accounts",
    try: "Try a page",
    people: "Users and API tokens",
    settings: "Your account",
    changes: "What changed",
  },

  signIn: {
    lead: "Sign in to your account.",
    login: "E-mail or user name",
    userName: "User name",
    password: "Password",
    show: "Show password",
    apiToken: "API token",
    submit: "Sign in",
    busy: "Signing in…",
    useToken: "Use an API token",
    usePassword: "Use a user name and password",
    wrongPassword: "Wrong user name or password.",
    wrongToken: "This API token is not valid.",
    linkEnded: "This link has expired or was revoked. Ask for a new one, or sign in.",
    ended: "Your session has ended. Sign in to continue where you left off.",
    forgotten: "Forgot password?",
    waiting: (seconds: number) => `The service is busy. Trying again in ${seconds} s.`,
    code: "Code of your authenticator app",
    recoveryCode: "Recovery code",
    useRecovery: "Use a recovery code",
  },

  errors: {
    network: "No connection to the service.",
    timeout: "The service is taking too long to answer.",
    server: "The service has a problem.",
    limit: "Too many requests.",
    invalid: "The service sent an unreadable answer.",
    gone: "This no longer exists.",
    refused: (words: string) => `The service cannot show this: ${words}`,
    updating: (seconds: number) => `Numbers update in ${seconds} s.`,
  },

  problems,

  header: {
    account: { publisher: "Publisher account", advertiser: "Advertiser account", network: "Network account" },
    roles: { publisher: "Publishers", advertiser: "Advertisers" },
    clock: (zone: string) => `times in ${zone}`,
    side: "Side",
    settings: "Settings",
    language: "Language",
    theme: "Theme",
    themes: { system: "Same as the system", light: "Light", dark: "Dark" },
    signOut: "Sign out",
    accounts: "Your accounts",
    switch: "Switch",
    switchTo: (name: string) => `Go to ${name}`,
    switchedElsewhere: (name: string) =>
      `You switched to ${name} in another tab. What you entered here is not saved.`,
  },

  overview: {
    title: "At a glance",
    all: "Whole account, without filters",
    versus: (what: string) => `vs ${what}`,
    byHour: (what: string, hour: string) => `${what} until ${hour}`,
  },

  period: {
    title: "Period",
    names: periods,
    presets: "Periods",
    from: "From",
    to: "To",
    show: "Show",
    chooseBoth: "Choose two days from 1970 on.",
    wrongOrder: "The last day is before the first.",
    tooLong: "Choose three years or less.",
    compare: "Compare with",
    comparisons: {
      previous: "Previous period",
      weekday: "Same weekdays",
      year: "Same days last year",
      custom: "Custom dates",
      off: "No comparison",
    },
    comparedFrom: "Comparison from",
    comparedTo: "Comparison to",
  },

  change: {
    up: "up",
    down: "down",
    same: "unchanged",
    none: "nothing to compare with",
    noDataBefore: (day: string) => `No data before ${day}`,
    tooEarly: "nothing to compare yet",
  },

  filters: {
    title: "Filters",
    add: "Filter",
    addTitle: "Add a filter",
    edit: (name: string) => `${name} filter`,
    remove: (name: string) => `Remove the ${name} filter`,
    include: "Include",
    exclude: "Exclude",
    not: "not",
    find: "Find by name",
    findValue: "Find by name or id",
    noMatch: "No name matches.",
    more: (count: number) => `${count} more. Type to find them.`,
  },

  chart: {
    over: (metric: string) => `${metric} over time`,
    points: (metric: string) => `${metric}, point by point`,
    open: "incomplete",
    noData: "No data",
    asTable: "Show as a table",
    tableOf: (metric: string) => `${metric} as a table`,
    when: "When",
    second: "Second metric",
    noSecond: "No second metric",
    drag: "Drag across the chart to zoom in.",
  },

  table: {
    title: "Breakdown",
    by: "By",
    caption: (names: string) => `By ${names}`,
    total: "Total",
    unknown: "Unknown",
    change: (metric: string) => `${metric}, change`,
    empty: "Nothing was counted in this period.",
    emptyFiltered: "Nothing was counted in this period with these filters.",
    removeFilters: "Remove filters",
    openPage: "Open page",
    rows: "Rows",
    range: (from: string, to: string, count: string) => `${from}–${to} of ${count}`,
    pages: "Pages",
    page: (page: string) => `Page ${page}`,
    previous: "Previous page",
    next: "Next page",
    grouping: (at: number) => `Grouping ${at}`,
    addGrouping: "Add a grouping",
    removeGrouping: (name: string) => `Remove the grouping ${name}`,
    sections: {
      time: "Time",
      campaigns: "Campaigns",
      inventory: "Inventory",
      audience: "Audience",
    },
    sortBy: "Sort by",
    reverse: "Reverse the order",
    unsorted: "as added",
  },

  metrics: {
    title: "Metrics",
    changes: "Changes",
    blocks: {
      base: { label: "Delivery", hint: "Impressions, clicks and money" },
      rtb: { label: "Bidding", hint: "Real-time auctions" },
      video: { label: "Video", hint: "Started and viewed video ads" },
      wpn: { label: "Web push", hint: "Notifications and subscriptions" },
      goals: { label: "Goals", hint: "Conversions after a click" },
    },
    /** Names that differ from those in the table of metrics, by key. */
    labels,
  },

  groupings,
  adblock: { adblock: "With ad blocker", standard: "Without ad blocker" },

  export: {
    button: "Export",
    format: "File format",
    done: (rows: string, all: string) => `${rows} of ${all}`,
    progress: "Rows written",
    id: (name: string) => `${name} ID`,
    code: (name: string) => `${name} code`,
  },

  share: {
    button: "Share",
    title: "Share",
    reading: (name: string) => `Shared: ${name}`,
    allDays: (days: string) => `Show ${days}`,
    copied: "Link copied.",
    failed: "The browser did not allow copying. The text is selected: press Ctrl+C.",
  },

  views: {
    button: "Views",
    title: "Saved views",
    empty: "No saved views yet.",
    name: "Name of this view",
    save: "Save",
    remove: (name: string) => `Remove the view ${name}`,
    removed: (name: string) => `${name} was removed.`,
    undo: "Undo",
  },

  live: { on: "Live", onHint: "Today's numbers update automatically.", off: "Not live" },

  unknownParts: (parts: string) => `Parts of this link do not apply to your account: ${parts}`,

  sources: { countries: "IP geolocation by the", licences: "Licences" },
};

export type Texts = typeof en;
