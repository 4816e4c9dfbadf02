var __defProp = Object.defineProperty;
var __defNormalProp = (obj, key, value) => key in obj ? __defProp(obj, key, { enumerable: true, configurable: true, writable: true, value }) : obj[key] = value;
var __publicField = (obj, key, value) => __defNormalProp(obj, typeof key !== "symbol" ? key + "" : key, value);

// src/statistics/object.ts
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// src/statistics/errors.ts
var StatisticsError = class extends Error {
  constructor(code, message, details = {}) {
    super(message, { cause: details.cause });
    __publicField(this, "name", "StatisticsError");
    __publicField(this, "code");
    /** HTTP status; absent when there was no answer. */
    __publicField(this, "status");
    /** Every problem that the service named, by field. */
    __publicField(this, "problems");
    __publicField(this, "retryAfter");
    this.code = code;
    this.status = details.status;
    this.problems = details.problems ?? [];
    this.retryAfter = details.retryAfter;
  }
};
var CODES = {
  400: "validation",
  401: "unauthorized",
  403: "forbidden",
  404: "not-found",
  409: "conflict",
  429: "rate-limited"
};
function createRefusal(status, body, retryAfter) {
  const code = CODES[status] ?? (status >= 500 ? "server" : "refused");
  const problems = readProblems(body);
  const details = { status, problems, ...retryAfter !== void 0 && { retryAfter } };
  return new StatisticsError(code, readMessage(body, problems) ?? `The service answered ${status}.`, details);
}
function readMessage(body, problems) {
  if (problems.length) return problems.map(({ path, message: message2 }) => `${path} ${message2}`.trim()).join(" ");
  const message = isObject(body) ? body.message : void 0;
  return typeof message === "string" && message ? message : void 0;
}
function readProblems(body) {
  const errors = isObject(body) ? body.errors : void 0;
  const objects = Array.isArray(errors) ? errors : [errors];
  return objects.flatMap((entry) => {
    if (typeof entry === "string") return [problem("", entry)];
    if (typeof entry !== "object" || entry === null) return [];
    return Object.entries(entry).flatMap(
      ([path, messages]) => [messages].flat().map((message) => problem(path, String(message)))
    );
  });
}
function problem(path, message) {
  const keys = [...path.matchAll(/\[([^\]]*)\]/g)].map(([, key]) => key ?? "");
  return { path, keys: keys.length ? keys : [path].filter(Boolean), message };
}

// src/statistics/body.ts
function readObject(value, what = "an object") {
  if (!isObject(value)) throw createUnreadable(what);
  return value;
}
function createUnreadable(what) {
  return new StatisticsError("invalid-response", `The service's answer was expected to hold ${what}.`);
}

// src/statistics/management.ts
var MAX_PAGE = 500;
function createManagement({ request }) {
  const ask = async (path, call) => readObject(await request({ method: "GET", path }, call));
  const post = async (path, body, call) => readObject(await request({ method: "POST", path, body }, call));
  return {
    accounts: createEntries("/v2/accounts", request),
    sites: createEntries("/v2/sites", request),
    zones: createEntries("/v2/zones", request),
    campaigns: createEntries("/v2/campaigns", request),
    creatives: (campaign) => createEntries(`/v2/campaigns/${campaign}/creatives`, request),
    upload: async (image, call) => readImage((await post("/v2/images", image, call)).result),
    changeUser: async (body, call) => void await request({ method: "PATCH", path: "/v2/user", body }, call),
    changes: async (options, call) => readPage(await ask(`/v2/changes${writeQuery(options)}`, call)),
    activity: async (call) => readActivity((await ask("/v2/activity", call)).result),
    estimate: async (body, call) => readEstimate((await post("/v2/estimate", body, call)).result),
    explain: async (body, call) => readExplanation(await post("/v1/placement/explain", body, call))
  };
}
function createEntries(path, send) {
  const list = async (options = {}, call) => {
    const body = await send({ method: "GET", path: path + writeQuery(options) }, call);
    const { count: count2, entries } = readPage(readObject(body));
    return { count: count2, entries: entries.map((entry) => readEntry(entry)) };
  };
  return {
    list,
    all: async (options, call) => {
      const entries = [];
      for (; ; ) {
        const page = await list({ ...options, limit: MAX_PAGE, offset: entries.length }, call);
        entries.push(...page.entries);
        if (page.entries.length === 0 || entries.length >= page.count) return entries;
      }
    },
    get: async (id, call) => readEntry(readObject(await send({ method: "GET", path: `${path}/${id}` }, call)).result),
    create: async (body, call) => readEntry(readObject(await send({ method: "POST", path, body }, call)).result),
    change: async ({ id, version }, body, call) => {
      const answer = await send({ method: "PATCH", path: `${path}/${id}`, body, version }, call);
      return readEntry(readObject(answer).result);
    }
  };
}
function writeQuery(options = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options))
    if (value !== void 0 && value !== false && value !== "")
      query.set(name, value === true ? "1" : String(value));
  const text = query.toString();
  return text && `?${text}`;
}
function readEntry(value) {
  const entry = readObject(value);
  if (!isEntry(entry)) throw createUnreadable("an id and a version");
  return entry;
}
function isEntry(value) {
  return "id" in value && typeof value.id === "number" && "version" in value && typeof value.version === "string";
}
function readPage({ request_metadata, result }) {
  const { count: count2 } = readObject(request_metadata);
  if (typeof count2 !== "number" || !Array.isArray(result))
    throw createUnreadable("a count and a list of results");
  return { count: count2, entries: result };
}
function readImage(value) {
  const { image, width, height, ...more } = readObject(value);
  if (typeof image !== "string" || typeof width !== "number" || typeof height !== "number")
    throw createUnreadable("an image with its size");
  return { ...more, image, width, height };
}
function readActivity(value) {
  const { zones, campaigns, sizes } = readObject(value);
  if (![zones, campaigns, sizes].every(Array.isArray)) throw createUnreadable("zones, campaigns and sizes");
  return { zones, campaigns, sizes };
}
function readEstimate(value) {
  const estimate = readObject(value);
  const readNumber2 = (name) => {
    const number = estimate[name];
    if (typeof number !== "number") throw createUnreadable(`the number of ${name}`);
    return number;
  };
  return {
    ...estimate,
    zones: readNumber2("zones"),
    zones_total: readNumber2("zones_total"),
    requests: readNumber2("requests"),
    impressions: readNumber2("impressions")
  };
}
function readExplanation(value) {
  if (!Array.isArray(value.zones)) throw createUnreadable("a list of zones");
  return { zones: value.zones, errors: readObject(value.errors ?? {}) };
}

// src/protocol/roles.ts
var BOTH = ["advertiser", "publisher"];
var ADVERTISER = ["advertiser"];
var PUBLISHER = ["publisher"];
var NONE = [];
var NETWORK = ["network"];
function listNames(table, role, kind = role) {
  const names = Object.entries(table).filter(
    ([, { roles, accounts }]) => roles.includes(role) && (accounts ?? [kind]).includes(kind)
  );
  return names.map(([name]) => name);
}

// src/protocol/tables.ts
function isOneOf(list, value) {
  return list.some((entry) => entry === value);
}

// src/protocol/statistics.ts
var GLOBAL = "global";
var GROUPINGS = {
  date: { label: "Date", kind: "time", roles: BOTH, order: BOTH },
  hour: { label: "Hour", kind: "time", roles: BOTH, order: BOTH },
  week: { label: "Week", kind: "time", roles: BOTH, order: BOTH },
  month: { label: "Month", kind: "time", roles: BOTH, order: BOTH },
  quarter: { label: "Quarter", kind: "time", roles: BOTH, order: BOTH },
  year: { label: "Year", kind: "time", roles: BOTH, order: BOTH },
  campaign_id: { label: "Campaign", kind: "id", roles: ADVERTISER, order: ADVERTISER },
  variation_id: { label: "Variation", kind: "id", roles: ADVERTISER, order: ADVERTISER },
  offer_id: { label: "Offer", kind: "id", roles: ADVERTISER, order: ADVERTISER },
  offer_landing_page_id: { label: "Landing page", kind: "id", roles: ADVERTISER, order: ADVERTISER },
  advertiser_ad_type_id: { label: "Ad type", kind: "id", roles: ADVERTISER, order: NONE },
  publisher_ad_type_id: { label: "Ad type", kind: "id", roles: PUBLISHER, order: NONE },
  site_id: { label: "Site", kind: "id", roles: BOTH, order: BOTH },
  site_hostname: { label: "Hostname", kind: "value", roles: ADVERTISER, order: ADVERTISER },
  zone_id: { label: "Zone", kind: "id", roles: BOTH, order: BOTH },
  sub: { label: "Sub ID", kind: "value", roles: BOTH, order: BOTH },
  size: { label: "Size", kind: "value", roles: BOTH, order: NONE },
  category_id: { label: "Category", kind: "id", roles: BOTH, order: BOTH },
  country_iso: { label: "Country", kind: "value", roles: BOTH, order: BOTH },
  region_id: { label: "Region", kind: "id", roles: BOTH, order: BOTH },
  language_id: { label: "Language", kind: "id", roles: BOTH, order: BOTH },
  browser_id: { label: "Browser", kind: "id", roles: BOTH, order: BOTH },
  operating_system_id: { label: "Operating system", kind: "id", roles: BOTH, order: BOTH },
  device_id: { label: "Device", kind: "id", roles: BOTH, order: BOTH },
  device_type_id: { label: "Device type", kind: "id", roles: BOTH, order: BOTH },
  carrier_id: { label: "Carrier", kind: "id", roles: BOTH, order: BOTH },
  adblock: { label: "Ad block", kind: "value", roles: BOTH, order: BOTH },
  publisher_id: { label: "Publisher", kind: "id", roles: BOTH, order: BOTH, accounts: NETWORK },
  advertiser_id: { label: "Advertiser", kind: "id", roles: BOTH, order: BOTH, accounts: NETWORK }
};
function listOrderGroupings(role, kind = role) {
  const names = listNames(GROUPINGS, role, kind);
  return names.filter((name) => isOneOf(GROUPINGS[name].order, role));
}

// src/statistics/clock.ts
var systemClock = { now: Date.now, pause, random: Math.random };
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", cancel, { once: true });
    function done() {
      signal?.removeEventListener("abort", cancel);
      resolve();
    }
    function cancel() {
      clearTimeout(timer);
      reject(this.reason);
    }
  });
}

// src/statistics/login.ts
var MARGIN_MS = 1e4;
var UNKNOWN_LIFE_S = 365 * 86400;
function createLogin({ credentials, session, onSession, ask, clock }) {
  let current = session;
  let asking;
  function keep(next) {
    current = next;
    onSession(next);
  }
  async function renew() {
    if (!credentials) {
      if (current) keep(void 0);
      throw new StatisticsError("unauthorized", "The session has ended. Sign in again.");
    }
    const fresh = readSession(await ask(createBody(credentials)), clock.now());
    keep(fresh);
    return fresh;
  }
  function good() {
    const margin = credentials ? MARGIN_MS : 0;
    return current && current.expiresAt - margin > clock.now() ? current : void 0;
  }
  return {
    async token() {
      const kept = good();
      if (kept) return kept.token;
      asking ??= renew().finally(() => {
        asking = void 0;
      });
      return (await asking).token;
    },
    refused(token) {
      if (current?.token === token) keep(void 0);
      return credentials !== void 0;
    },
    forget: () => keep(void 0)
  };
}
function createBody(credentials) {
  return "apiToken" in credentials ? { api_token: credentials.apiToken } : credentials;
}
function readSession(body, now) {
  const { token, expires_in: life } = isObject(body) ? body : {};
  if (typeof token !== "string" || !token) {
    throw new StatisticsError("invalid-response", "The service's answer to the login has no token.");
  }
  const seconds = typeof life === "number" && life > 0 ? life : UNKNOWN_LIFE_S;
  return { token, expiresAt: now + seconds * 1e3 };
}

// src/statistics/rateLimits.ts
var DEFAULT_LIMITS = {
  overall: { requests: 150, seconds: 60 },
  statistics: { requests: 25, seconds: 60 }
};
function createRateLimits(limits, clock, onWait) {
  const buckets = { overall: createBucket(limits.overall), statistics: createBucket(limits.statistics) };
  const pauses = createPauses(clock);
  async function admit(names, signal) {
    for (; ; ) {
      signal?.throwIfAborted();
      const now = clock.now();
      const [name, until] = latest(names.map((each) => [each, opensAt(buckets[each], now)]));
      if (until <= now) return ticketFor(names);
      onWait({ reason: "limit", limit: name, milliseconds: until - now, until });
      signal?.throwIfAborted();
      await pauses.pause(until - now, signal);
    }
  }
  function ticketFor(names) {
    const entry = { at: clock.now(), inFlight: true, probes: [] };
    for (const name of names) count(buckets[name], entry);
    return {
      answered(headers) {
        Object.assign(entry, { at: clock.now(), inFlight: false });
        for (const bucket of entry.probes) bucket.until = clock.now();
        const name = findDescribed(headers, names, limits);
        if (name) applyHeaders(buckets[name], headers, clock.now());
        pauses.endAll();
      }
    };
  }
  return {
    admit,
    close: (name, milliseconds) => {
      Object.assign(buckets[name], { left: 0, until: clock.now() + milliseconds });
    },
    state: (name) => describeState(buckets[name], clock.now())
  };
}
function createPauses(clock) {
  const waiting = /* @__PURE__ */ new Set();
  return {
    /** Resolves when the time has come, and early when an answer comes or the signal is aborted. */
    async pause(milliseconds, signal) {
      const change = new AbortController();
      const wake = () => change.abort();
      waiting.add(change);
      signal?.addEventListener("abort", wake, { once: true });
      await clock.pause(milliseconds, change.signal).catch(() => {
      });
      waiting.delete(change);
      signal?.removeEventListener("abort", wake);
    },
    endAll() {
      for (const change of [...waiting]) change.abort();
    }
  };
}
function createBucket({ requests, seconds, isSupposed = false }) {
  return {
    requests,
    seconds,
    isSupposed,
    named: void 0,
    sent: [],
    left: Number.POSITIVE_INFINITY,
    until: 0
  };
}
function latest(openings) {
  return openings.reduce((a, b) => b[1] > a[1] ? b : a);
}
function opensAt(bucket, now) {
  forget(bucket, now);
  const reset = bucket.left > 0 ? now : bucket.until;
  if (!hasOwnWindow(bucket)) return reset;
  const own = bucket.sent.length < capacity(bucket) ? now : oldest(bucket, now) + bucket.seconds * 1e3;
  return Math.max(own, reset);
}
function hasOwnWindow({ isSupposed, named, left }) {
  return !isSupposed || named === void 0 || left === Number.POSITIVE_INFINITY;
}
function capacity({ requests, named, isSupposed }) {
  if (named === void 0) return requests;
  return isSupposed ? named : Math.min(requests, named);
}
function forget(bucket, now) {
  bucket.sent = bucket.sent.filter(({ at, inFlight }) => inFlight || at > now - bucket.seconds * 1e3);
}
function oldest({ sent }, now) {
  return Math.min(...sent.map(({ at, inFlight }) => inFlight ? now : at));
}
function count(bucket, entry) {
  bucket.sent.push(entry);
  if (bucket.left > 0) {
    bucket.left -= 1;
    return;
  }
  entry.probes.push(bucket);
  bucket.until = entry.at + bucket.seconds * 1e3;
}
function findDescribed({ limit }, names, limits) {
  if (limit === void 0) return void 0;
  return names.includes("statistics") && limit < limits.overall.requests ? "statistics" : "overall";
}
function applyHeaders(bucket, headers, now) {
  const { limit, remaining, reset = bucket.seconds } = headers;
  bucket.named = limit;
  if (remaining === void 0) return;
  const pending = bucket.sent.filter((entry) => entry.inFlight).length;
  bucket.left = Math.max(0, remaining - pending);
  bucket.until = now + reset * 1e3;
}
function describeState(bucket, now) {
  const until = opensAt(bucket, now);
  const limit = bucket.named ?? bucket.requests;
  if (until > now) return { limit, remaining: 0, until };
  const left = bucket.left || 1;
  if (!hasOwnWindow(bucket)) return { limit, remaining: left };
  return { limit, remaining: Math.min(capacity(bucket) - bucket.sent.length, left) };
}

// src/statistics/report.ts
function readReport(body) {
  const { request_metadata: metadata, result, result_total: total } = readObject(body, "a report");
  if (!Array.isArray(result)) throw createUnreadable("a list of results");
  return {
    request_metadata: readMetadata(metadata),
    result: result.map((record) => ({ group_by: {}, ...readMetrics(record) })),
    ...total !== void 0 && { result_total: readMetrics(total) }
  };
}
function readCount(body) {
  return readMetadata(readObject(body, "a count").request_metadata).count;
}
function readTotals(body) {
  return readMetrics(readObject(body, "a report").result_total);
}
function readMetadata(value) {
  const { count: count2, limit, offset, date_timezone: zone } = readObject(value, "request_metadata");
  if (typeof count2 !== "number") throw createUnreadable("request_metadata.count");
  const date_timezone = typeof zone === "string" ? zone : "UTC";
  return { count: count2, limit: Number(limit ?? 0), offset: Number(offset ?? 0), date_timezone };
}
function readMetrics(value) {
  const metrics = readObject(value, "a record");
  if (typeof metrics.rtb !== "object" || metrics.rtb === null) return metrics;
  const rtb = Object.entries(metrics.rtb).map(([name, number]) => [
    name.replace(/^(adv_|pub_|)response_ratio$/, "$1bid_response_ratio"),
    number
  ]);
  return { ...metrics, rtb: Object.fromEntries(rtb) };
}
var KINDS = ["advertiser", "publisher", "network"];
function readAccount(body) {
  const {
    id,
    name,
    username,
    kind: given,
    currency,
    timezone,
    goals,
    share
  } = readObject(body, "an account");
  const kind = KINDS.find((known) => known === given);
  if (typeof name !== "string" || !kind) throw createUnreadable("an account's name and kind");
  return {
    id: Number(id ?? 0),
    name,
    ...typeof username === "string" && { username },
    kind,
    currency: String(currency ?? "USD"),
    timezone: String(timezone ?? "UTC"),
    goals: Number(goals ?? 0),
    ...share !== void 0 && { share: readShare(share) }
  };
}
function readShares(body) {
  return readCollection(body).map(readShare);
}
function readCreatedShare(body) {
  const { token } = readObject(body, "a shared link");
  if (typeof token !== "string" || !token) throw createUnreadable("the token of a shared link");
  return { ...readShare(body), token };
}
function readShare(value) {
  const { id, name, role, view, expires_at } = readObject(value, "a shared link");
  if (role !== "advertiser" && role !== "publisher") throw createUnreadable("the side of a shared link");
  const text = (field) => typeof field === "string" ? field : "";
  return { id: text(id), name: text(name), role, view: text(view), expires_at: text(expires_at) };
}
function readCountries(body) {
  return readCollection(body).map((entry) => {
    const { id, iso2, iso3, name } = readObject(entry, "a country");
    if (typeof iso3 !== "string" || typeof name !== "string")
      throw createUnreadable("a country's iso3 and name");
    return { id: Number(id ?? 0), iso2: String(iso2 ?? ""), iso3, name };
  });
}
function readNamed(body) {
  return readCollection(body).map((entry) => {
    const { id, name, ...more } = readObject(entry, "an entry");
    if (typeof name !== "string") throw createUnreadable("an entry's name");
    return { ...more, id: Number(id), name };
  });
}
function readTimezones(body) {
  return readCollection(body).map((entry) => {
    const name = typeof entry === "string" ? entry : readObject(entry, "a time zone").name;
    if (typeof name !== "string") throw createUnreadable("a time zone's name");
    return name;
  });
}
function readCollection(body) {
  const { result } = readObject(body, "a collection");
  if (Array.isArray(result)) return result;
  return Object.values(readObject(result, "a list of results"));
}

// src/statistics/retry.ts
var FIRST_BACKOFF_MS = 500;
function createRetries(options) {
  return async (request) => {
    for (let attempt = 0; ; attempt++) {
      const outcome = await sendOnce(request, options);
      if (!("code" in outcome)) return outcome.body;
      if (attempt >= options.retries || !await waitToRetry(outcome, attempt, request, options))
        throw outcome;
    }
  };
}
async function sendOnce({ names, isChange: _, ...outgoing }, { send, rateLimits }) {
  const ticket = await rateLimits.admit(names, outgoing.signal);
  try {
    const answer = await send(outgoing);
    ticket.answered(answer.rate);
    if (answer.status < 300) return answer;
    return createRefusal(answer.status, answer.body, answer.retryAfter ?? readReset(answer));
  } catch (error) {
    ticket.answered({});
    if (error instanceof StatisticsError) return error;
    throw error;
  }
}
function readReset({ status, rate }) {
  return status === 429 ? rate.reset : void 0;
}
async function waitToRetry(error, attempt, { names, isChange, signal }, { rateLimits, maxWaitMs, onWait, clock }) {
  const milliseconds = (error.retryAfter ?? 0) * 1e3 || computeBackoff(attempt, clock);
  if (milliseconds > maxWaitMs) return false;
  if (error.code === "rate-limited") {
    rateLimits.close(names.includes("statistics") ? "statistics" : "overall", milliseconds);
    return true;
  }
  if (isChange || !["server", "network", "timeout"].includes(error.code)) return false;
  onWait({ reason: "retry", milliseconds, until: clock.now() + milliseconds });
  await clock.pause(milliseconds, signal);
  return true;
}
function computeBackoff(attempt, clock) {
  return FIRST_BACKOFF_MS * 2 ** attempt * (0.5 + clock.random() / 2);
}

// src/statistics/role.ts
var PAGE_LIMIT = 1e3;
function createRole(role, ask) {
  const query = async (request, call = {}) => readReport(await ask(request, call));
  async function* pages(request, call = {}) {
    const { limit = PAGE_LIMIT, order_by = byGroup(role, request.group_by) } = request;
    const given = /* @__PURE__ */ new Set();
    let offset = request.offset ?? 0;
    for (; ; ) {
      const page = await query({ ...request, order_by, limit, offset }, call);
      yield { ...page, result: page.result.filter(({ group_by }) => isNew(JSON.stringify(group_by), given)) };
      offset += page.result.length;
      if (page.result.length === 0 || offset >= page.request_metadata.count) return;
    }
  }
  async function* records(request, call) {
    for await (const page of pages(request, call)) yield* page.result;
  }
  const raw = {
    query,
    count: async (request, call = {}) => readCount(await ask({ ...request, count: 1 }, call)),
    totals: async (request = {}, call = {}) => readTotals(await ask({ group_by: ["date"], ...request, totals: 1, limit: 1 }, call)),
    pages,
    records
  };
  return raw;
}
function byGroup(role, groupings) {
  const orderable = listOrderGroupings(role, "network");
  const fields = groupings.filter((grouping) => orderable.includes(grouping)).slice(0, 2);
  return fields.map((field) => ({ field, order: "asc" }));
}
function isNew(key, given) {
  if (given.has(key)) return false;
  given.add(key);
  return true;
}

// src/statistics/signedRequests.ts
function signRequests(send, login) {
  return async (request) => {
    request.signal?.throwIfAborted();
    const token = await abortable(login.token(), request.signal);
    try {
      return await send({ ...request, token });
    } catch (error) {
      if (!(error instanceof StatisticsError) || error.code !== "unauthorized") throw error;
      if (!login.refused(token)) throw error;
    }
    return send({ ...request, token: await abortable(login.token(), request.signal) });
  };
}
function abortable(promise, signal) {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const cancel = () => reject(signal.reason);
    signal.addEventListener("abort", cancel, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", cancel));
  });
}

// src/statistics/transport.ts
function createTransport(fetcher, timeoutMs) {
  return async ({ url, method, body, version, token, signal }) => {
    const headers = { accept: "application/json" };
    const isFile = body instanceof Blob;
    if (body !== void 0 && !isFile) headers["content-type"] = "application/json";
    if (version !== void 0) headers["if-match"] = version === "*" ? version : `"${version}"`;
    if (token) headers.authorization = `Bearer ${token}`;
    const watch = watchTime(timeoutMs, signal);
    try {
      const init = { method, headers, credentials: "omit", signal: watch.signal };
      if (body !== void 0) init.body = isFile ? body : JSON.stringify(body);
      return await read(await fetcher(url, init));
    } catch (cause) {
      signal?.throwIfAborted();
      if (watch.late) throw new StatisticsError("timeout", "The service did not answer in time.", { cause });
      throw new StatisticsError("network", "The service cannot be reached.", { cause });
    } finally {
      watch.stop();
    }
  };
}
async function read(response) {
  const text = await response.text();
  return {
    status: response.status,
    body: parse(text),
    rate: readRate(response.headers),
    retryAfter: secondsUntil(response.headers.get("retry-after"))
  };
}
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return void 0;
  }
}
function readRate(headers) {
  const rate = {};
  for (const name of ["limit", "remaining", "reset"]) {
    const value = readNumber(headers.get(`x-rate-limit-${name}`));
    if (value !== void 0) rate[name] = value;
  }
  return rate;
}
function readNumber(text) {
  return text !== null && /^\d+$/.test(text.trim()) ? Number(text) : void 0;
}
function secondsUntil(text) {
  const seconds = readNumber(text);
  if (seconds !== void 0 || text === null) return seconds;
  const time = Date.parse(text);
  return Number.isNaN(time) ? void 0 : Math.max(0, Math.ceil((time - Date.now()) / 1e3));
}
function watchTime(timeoutMs, outer) {
  const controller = new AbortController();
  const watch = { signal: controller.signal, late: false, stop };
  const timer = setTimeout(() => {
    watch.late = true;
    controller.abort();
  }, timeoutMs);
  function follow() {
    controller.abort(this.reason);
  }
  if (outer?.aborted) follow.call(outer);
  outer?.addEventListener("abort", follow, { once: true });
  function stop() {
    clearTimeout(timer);
    outer?.removeEventListener("abort", follow);
  }
  return watch;
}

// src/statistics/client.ts
var PATHS = {
  login: "/v2/login",
  advertiser: "/v2/statistics/a",
  publisher: "/v2/statistics/p",
  account: "/v2/account",
  shares: "/v2/shares",
  countries: "/collections/countries",
  timezones: "/collections/timezones",
  collections: "/collections"
};
var SUPPOSED_LIMITS = {
  overall: { ...DEFAULT_LIMITS.overall, isSupposed: true },
  statistics: { ...DEFAULT_LIMITS.statistics, isSupposed: true }
};
var PLAIN = ["overall"];
var REPORT = ["overall", "statistics"];
function createClient(options, clock = systemClock) {
  const { retries = 3, maxWaitMs = 12e4, timeoutMs = 3e4, onWait = () => {
  } } = options;
  const paths = { ...PATHS, ...options.paths };
  const resolveUrl = (path) => `${String(options.baseUrl).replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`;
  const fetcher = options.fetch ?? ((...args) => fetch(...args));
  const rateLimits = createRateLimits({ ...SUPPOSED_LIMITS, ...options.limits }, clock, onWait);
  const send = createRetries({
    send: createTransport(fetcher, timeoutMs),
    ...{ rateLimits, retries, maxWaitMs, onWait, clock }
  });
  const login = createLogin({
    credentials: options.credentials,
    session: options.session,
    onSession: options.onSession ?? (() => {
    }),
    ask: (body) => send({ url: resolveUrl(paths.login), method: "POST", body, names: PLAIN }),
    clock
  });
  const parts = { send: signRequests(send, login), paths, resolveUrl };
  return {
    ...createReports(parts, options.segment ?? GLOBAL),
    ...createCollections(parts),
    shares: createShares(parts),
    request: ({ path, ...request }, { signal } = {}) => parts.send({
      ...{ ...request, url: resolveUrl(path), signal, names: PLAIN },
      isChange: request.method !== "GET"
    }),
    login: async () => void await login.token(),
    logout: login.forget,
    limit: rateLimits.state
  };
}
function createReports({ send, paths, resolveUrl }, segment) {
  const create = (role) => createRole(role, (body, { signal }) => {
    const last = typeof segment === "string" ? segment : segment(body.group_by);
    const url = resolveUrl(`${paths[role]}/${encodeURIComponent(last)}`);
    return send({ url, method: "POST", body, signal, names: REPORT });
  });
  return { advertiser: create("advertiser"), publisher: create("publisher"), side: create };
}
function createCollections({ send, paths, resolveUrl }) {
  const read2 = (path, { signal } = {}) => send({ url: resolveUrl(path), method: "GET", signal, names: PLAIN });
  return {
    account: async (call) => readAccount(await read2(paths.account, call)),
    countries: async (call) => readCountries(await read2(paths.countries, call)),
    timezones: async (call) => readTimezones(await read2(paths.timezones, call)),
    collection: async (name, call) => readNamed(await read2(`${paths.collections}/${name}`, call))
  };
}
function createShares({ send, paths, resolveUrl }) {
  const url = resolveUrl(paths.shares);
  return {
    list: async ({ signal } = {}) => readShares(await send({ url, method: "GET", signal, names: PLAIN })),
    create: async (body, { signal } = {}) => readCreatedShare(await send({ url, method: "POST", body, signal, names: PLAIN })),
    revoke: async (id, { signal } = {}) => {
      const one = `${url}/${encodeURIComponent(id)}`;
      await send({ url: one, method: "DELETE", signal, names: PLAIN });
    }
  };
}

// src/protocol/csv.ts
var FORMULA = /(^|[;|\t\r\n])([\s\u{feff}]*[=+\-@＝＋－＠])/gu;
function formatCsvCell(value) {
  if (value === null || value === void 0) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  const text = String(value).replace(FORMULA, "$1'$2");
  const safe = /^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",;\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
function formatCsvHeader(path) {
  const names = path[0] === "group_by" ? path.slice(1) : path;
  return names.filter((name, index) => name !== names[index - 1]).join(".");
}

// src/statistics/csv.ts
function toCsv(records, options = {}) {
  const rows = [...records];
  const columns = options.columns ?? listColumns(rows);
  const lines = rows.map((row) => columns.map((column) => formatCsvCell(column.value(row))));
  if (options.header !== false) lines.unshift(columns.map(({ header }) => formatCsvCell(header)));
  return lines.map((line) => `${line.join(",")}\r
`).join("");
}
function listColumns(records) {
  const paths = /* @__PURE__ */ new Map();
  for (const record of records) {
    for (const path of listPaths(record)) paths.set(path.join("\0"), path);
  }
  const groups = [...paths.values()].filter(([first]) => first === "group_by");
  const metrics = [...paths.values()].filter(([first]) => first !== "group_by");
  return [...groups, ...metrics].map((path) => ({
    header: formatCsvHeader(path),
    value: (row) => readPath(row, path)
  }));
}
function listPaths(value, path = []) {
  return Object.entries(value).flatMap(([key, child]) => {
    const here = [...path, key];
    return typeof child === "object" && child !== null ? listPaths(child, here) : [here];
  });
}
function readPath(record, path) {
  let value = record;
  for (const key of path) value = Reflect.get(Object(value), key);
  return value;
}

// src/statistics/statistics.ts
function createStatistics(options) {
  return createClient(options);
}
export {
  StatisticsError,
  createManagement,
  createStatistics,
  toCsv
};
//# sourceMappingURL=statistics.mjs.map
