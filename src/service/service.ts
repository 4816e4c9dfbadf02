/** Assembles, starts and stops the running service. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { MAX_PROBLEMS } from "../protocol/validation.ts";
import { isInUse } from "./accounts/lastUses.ts";
import { RemovedAccounts } from "./accounts/removedAccounts.ts";
import { Sessions } from "./accounts/sessions.ts";
import { AlertMails } from "./alerts/alertMails.ts";
import { readVersion } from "./builtFolder.ts";
import type { Catalogue } from "./catalogue/catalogue.ts";
import { runCatalogueRequest } from "./catalogue/catalogueRequests.ts";
import type { Reloading } from "./catalogue/catalogueSource.ts";
import { findWrongAddresses, findWrongMacros } from "./catalogue/creativeAddresses.ts";
import { findUnknownCurrencies } from "./catalogue/currencies.ts";
import { CurrentCatalogue } from "./catalogue/currentCatalogue.ts";
import { type FindIds, toDocument } from "./catalogue/document.ts";
import type { LiveCatalogue } from "./catalogue/liveCatalogue.ts";
import { formatProblem } from "./catalogue/problemPath.ts";
import { listenForCommands } from "./control/commandSocket.ts";
import type { ServiceCommands } from "./control/serviceCommands.ts";
import { recallDelivered } from "./delivery/recallDelivered.ts";
import type { LocalStore } from "./duckdb/duckdbStore.ts";
import { type Engines, listCreativeFolders, openEngines, type Startup } from "./engines.ts";
import type { EventStore } from "./facts/eventStore.ts";
import { createAccessLog } from "./http/accessLog.ts";
import { Admission } from "./http/admission.ts";
import { answerUnreadable, createApp } from "./http/app.ts";
import { BodyTime } from "./http/bodyTime.ts";
import { describeCaller } from "./http/caller.ts";
import { NO_NETWORK } from "./http/health.ts";
import { closeServer, listen } from "./http/listen.ts";
import { createOpenApi } from "./http/openApiDocument.ts";
import { PlacementRoute } from "./http/placementRoute.ts";
import { createProxyWarning, findClientAddress, findOrigin, isForwardedByUnknown } from "./http/proxies.ts";
import { reportException } from "./http/respond.ts";
import { createHttpServer } from "./http/server.ts";
import { TrackingRoute } from "./http/trackingRoute.ts";
import { serveImportRequest } from "./import/importRequests.ts";
import { createOwnerTables } from "./import/ownerTables.ts";
import type { Mailer } from "./mail/mailer.ts";
import { RegularMails } from "./mail/regularMailSchedule.ts";
import type { RegularMailSource } from "./mail/regularMails.ts";
import { readSmtpServer } from "./mail/smtpAddress.ts";
import { SmtpMailer } from "./mail/smtpMailer.ts";
import { ApiTokens } from "./management/apiTokens.ts";
import { EmailConfirmations } from "./management/emailConfirmations.ts";
import { createMarkupFetcher } from "./management/fetchMarkup.ts";
import { ForgottenPasswords } from "./management/forgottenPasswords.ts";
import { FreeIds } from "./management/freeIds.ts";
import { warnOfOwners } from "./management/idOwners.ts";
import { sweepHourly } from "./management/imageSweep.ts";
import { MailedLinks } from "./management/mailedLinks.ts";
import { Management } from "./management/management.ts";
import { MissingImages } from "./management/missingImages.ts";
import { Notices } from "./management/notices.ts";
import { ReportMails } from "./management/reportMails.ts";
import { SecondFactors } from "./management/secondFactors.ts";
import { SetupLink } from "./management/setupLink.ts";
import { Subscriptions } from "./management/subscriptions.ts";
import { runUserRequest } from "./management/userRequests.ts";
import { Users } from "./management/users.ts";
import { type AddressMatcher, matchNetworks } from "./net/address.ts";
import { type Locate, openGeoDatabase } from "./net/geo.ts";
import { addDeclared, recordDeclared } from "./people/declaredPeople.ts";
import type { People } from "./people/people.ts";
import type { User } from "./people/peopleSchema.ts";
import { createTaker, requireWholeLogs } from "./people/takeSignIns.ts";
import { Placement } from "./placement/placement.ts";
import { seededRandom } from "./placement/random.ts";
import { writeReportMail } from "./reportMails/reportMail.ts";
import type { ReportsOff } from "./reportMails/reportsOff.ts";
import { SubscriptionMails } from "./reportMails/subscriptionMails.ts";
import { Reports } from "./reports/reports.ts";
import { type Clock, systemClock } from "./runtime/clock.ts";
import { runInSlices } from "./runtime/slices.ts";
import { isForThisMachine, type Settings } from "./settings.ts";
import { createClickIds, createTestIds } from "./signing/clickIds.ts";
import { deriveKey } from "./signing/secret.ts";
import { createTokens } from "./signing/token.ts";
import { createLog, type Log } from "./telemetry/log.ts";
import { createMetrics } from "./telemetry/metrics.ts";
import { registerSources } from "./telemetry/sourceMetrics.ts";
import { openTraces } from "./telemetry/traces.ts";
import { ClickLimitWarning } from "./tracking/clickLimitWarning.ts";
import { Conversions } from "./tracking/conversions.ts";
import { ConversionTests } from "./tracking/conversionTests.ts";
import { Tracking } from "./tracking/tracking.ts";
import { DAY_MS } from "./values/day.ts";
import { lazy } from "./values/lazy.ts";

export interface Service {
  /** Address that it listens on: `http://127.0.0.1:8080`. */
  address: string;
  store: EventStore;
  /** The store, if the events are only on this machine. */
  local: LocalStore | undefined;
  /** Link for creating the first network account in a browser; absent when this node has created none. */
  setupLink: string | undefined;
  /** Graceful shutdown: finishes requests in flight, refuses new ones, then closes the store. Idempotent. */
  stop(): Promise<void>;
  /** Reloads the catalogue. */
  reload(): Promise<void>;
}

/** Maximum milliseconds for which a client may not read its response. */
const IDLE_MS = 60_000;

/** Rejects with an error whose one-line message says why the service cannot start. */
export async function startService(settings: Settings, clock: Clock = systemClock): Promise<Service> {
  const { log, countDropped, flush } = createLog(settings.logLevel);
  process.once("exit", flush);
  const closeLog = () => {
    flush();
    process.off("exit", flush);
  };
  let engines: Engines | undefined;
  try {
    const locate = openGeoDatabase(settings.cityDatabase);
    const mailer = createMailer(settings, log);
    engines = await openEngines({ settings, clock, log });
    return await run({ settings, clock, log, countDropped, closeLog, locate, mailer, ...engines });
  } catch (error) {
    await engines?.close();
    closeLog();
    throw error;
  }
}

interface Opened extends Startup, Engines {
  countDropped: Log["countDropped"];
  /** Writes queued log lines, and removes all listeners from the process. */
  closeLog(): void;
  locate: Locate;
  /** Absent if the settings name no mail server. */
  mailer: Mailer | undefined;
}

function createMailer({ smtp, origin }: Settings, log: Log["log"]): Mailer | undefined {
  return smtp === undefined ? undefined : new SmtpMailer({ server: readSmtpServer(smtp, origin), log });
}

/** Progress of the start and the stop, which request handlers read. */
interface Lifecycle {
  /** Origin of the service's pages. Without the setting, it is known once the port is open. */
  origin: string;
  /** Whether the shutdown has begun. */
  isClosing: boolean;
  /** Whether new requests are refused. */
  isRefusing: boolean;
  /** Ends imports in progress. */
  imports: AbortController;
}

/** Everything that answers requests. */
type Assembled = Awaited<ReturnType<typeof assemble>>;

async function run(opened: Opened): Promise<Service> {
  const { settings, store, local, log, epoch } = opened;
  const parts = await assemble(opened);
  const { lifecycle } = parts;
  const server = createServer(parts);
  const address = await listen(server, settings);
  // Must precede the next await, so that no change of the catalogue is missed.
  const reloading = watchCatalogue(parts);
  const watching = watchPeople(parts);
  const stopLooking = parts.missingImages.watch();
  lifecycle.origin = settings.origin ?? address;
  const commands = createCommands(parts);
  const control = await listenForCommands(settings.data, commands);
  const retention = local && keepMonths(local, parts);
  const sweeping = sweepHourly({
    images: parts.images,
    changes: parts.changes,
    current: parts.current,
    onProblem: (error) => log.warn({ err: error }, "unused images not deleted"),
  });
  log.info({ address, epoch }, "listening");
  void warnOfOldValues(parts);
  parts.regularMails?.start();
  const setupLink = await startSetup(parts);
  const stop = async () => {
    lifecycle.isClosing = true;
    const mailing = parts.regularMails?.close();
    clearInterval(retention);
    clearInterval(sweeping);
    // Load balancers poll readiness; they must notice it before the first request is refused.
    await delay(settings.drainDelay);
    lifecycle.isRefusing = true;
    lifecycle.imports.abort(
      new Error("The service is stopping; nothing was imported. Try again once it is running."),
    );
    await control.close();
    await reloading.close();
    await parts.removedAccounts.close();
    await watching.close();
    await stopLooking();
    await closeServer(server, settings.stopAfter);
    await parts.forgotten.waitForMails();
    await parts.notices?.waitForMails();
    await opened.mailer?.close();
    await mailing;
    await parts.forgotten.waitForAll();
    await opened.close();
    await parts.traces?.close().catch((error) => log.warn({ err: error }, "traces not sent"));
    log.info("stopped");
    opened.closeLog();
  };
  let stopped: Promise<void> | undefined;
  return {
    address,
    store,
    local,
    setupLink,
    reload: () => reloading.reload(),
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Creates everything that answers requests, each from what is created before it. */
async function assemble(opened: Opened) {
  const { settings, clock, log, store, live } = opened;
  const { now, elapsed } = clock;
  const lifecycle: Lifecycle = {
    origin: settings.origin ?? "",
    isClosing: false,
    isRefusing: false,
    imports: new AbortController(),
  };
  const trusted = matchNetworks(settings.trustedProxies);
  const metrics = createMetrics();
  const reports = new Reports(store, settings, metrics.countReport);
  const delivery = createDelivery(opened);
  const catalogue = () => delivery.current.catalogue;
  /** Users and tokens, including those of a declared catalogue. */
  const readPeople = () => addDeclared(opened.people.value, catalogue());
  const missingImages = new MissingImages({
    folders: listCreativeFolders(settings),
    images: opened.images,
    catalogue,
    prepare: (fresh) => delivery.placement.prepare(fresh),
    now,
    log,
  });
  registerSources(metrics.registry, {
    catalogueDigest: () => catalogue().declared?.digest,
    missingImages: () => missingImages.count,
    store: () => store.status(),
    reports: () => reports.load,
    droppedLines: opened.countDropped,
    redis: opened.redisStatus,
    clickHouse: opened.clickHouseStatus,
  });
  const findIds = createFindIds(opened);
  const notices = createNotices(opened, { people: readPeople, catalogue });
  const people = { editor: opened.people, people: readPeople, catalogue, now, notices };
  const mails = createMailedLinks(opened);
  const users = new Users({
    ...people,
    mails,
    writeLink: (token) => writePageLink("password", token, lifecycle.origin),
    uses: opened.lastUses,
  });
  const reportsOff = findReportsOff(opened);
  const subscriptions = new Subscriptions({
    ...people,
    reportsOff,
    key: deriveKey(opened.secret, "ends of subscriptions"),
    endAlerts: (user, account) => users.endAlerts(user, account),
  });
  const writeEnd = (user: number, id: string) =>
    `${lifecycle.origin}/v2/unsubscribe/${subscriptions.signEnd(user, id)}`;
  const subscriptionMails = new SubscriptionMails({
    ...people,
    write: (report) => {
      const { reportTimeout } = settings;
      return writeReportMail({ ...report, reports, catalogue, origin: lifecycle.origin, reportTimeout });
    },
    writeEnd,
    endRefused: (user, id) => subscriptions.endRefused(user, id),
  });
  const management = createManagement(opened, delivery, { trusted, people: readPeople, findIds });
  const traces = settings.traces === undefined ? undefined : await openTraces(settings.traces);
  return {
    ...opened,
    ...delivery,
    trusted,
    metrics,
    reports,
    clickLimitWarning: new ClickLimitWarning(log, elapsed),
    traces,
    management,
    findIds,
    missingImages,
    removedAccounts: new RemovedAccounts({ ...opened, now }),
    regularMails: createRegularMails(opened, [
      ...(reportsOff ? [] : [subscriptionMails]),
      createAlertMails(opened, { management, users, catalogue, people: readPeople, writeEnd }),
    ]),
    tokens: new ApiTokens({ ...people, uses: opened.lastUses }),
    factors: new SecondFactors({
      ...people,
      key: deriveKey(opened.secret, "second factor"),
      issuer: ["zonetag", settings.origin && new URL(settings.origin).hostname].filter(Boolean).join(" "),
    }),
    readPeople,
    reportsOff,
    notices,
    users,
    subscriptions,
    forgotten: new ForgottenPasswords({
      ...people,
      mails,
      limits: opened.limits,
      log,
      writeLink: (token) => writePageLink("password", token, lifecycle.origin),
    }),
    confirmations: new EmailConfirmations({
      ...people,
      mails,
      key: deriveKey(opened.secret, "confirmations of addresses"),
      writeLink: (token) => writePageLink("confirm", token, lifecycle.origin),
    }),
    reportMails: new ReportMails({
      ...people,
      reports,
      mailer: opened.mailer,
      reportsOff,
      limits: opened.limits,
      origin: settings.origin,
      reportTimeout: settings.reportTimeout,
    }),
    setup: new SetupLink({ users, store: opened.setupStore, editor: live, catalogue, findIds, now }),
    lifecycle,
    bodyTime: new BodyTime(),
  };
}

function createMailedLinks({ mailer, limits, settings: { origin } }: Opened): MailedLinks | undefined {
  return mailer && origin ? new MailedLinks({ mailer, limits, host: new URL(origin).hostname }) : undefined;
}

function createNotices(
  { mailer, limits, clock, log, settings: { origin } }: Opened,
  readers: { people: () => People; catalogue: () => Catalogue },
): Notices | undefined {
  if (!mailer || !origin) return undefined;
  const pages = { host: new URL(origin).hostname, link: `${origin}/dashboard/` };
  return new Notices({ mailer, limits, now: clock.now, log, ...readers, ...pages });
}

/** With Redis alone, each node has only its own events. */
function hasAllEvents({ redisStatus, clickHouseStatus }: Opened): boolean {
  return redisStatus === undefined || clickHouseStatus !== undefined;
}

function findReportsOff(opened: Opened): ReportsOff | undefined {
  if (!opened.mailer) return "mail-off";
  return hasAllEvents(opened) ? undefined : "events-apart";
}

function createRegularMails(
  { mailer, mailClaim, sentMarks, clock, log }: Opened,
  sources: readonly RegularMailSource[],
): RegularMails | undefined {
  return mailer && new RegularMails({ sources, mailer, claim: mailClaim, marks: sentMarks, clock, log });
}

interface AlertSources {
  management: Management;
  users: Users;
  catalogue: () => Catalogue;
  people: () => People;
  /** Returns the address at which the recipient of a mail ends further ones. */
  writeEnd: (user: number, id: string) => string;
}

function createAlertMails(opened: Opened, { users, ...parts }: AlertSources): AlertMails {
  const { store, sentMarks, clock, settings, clickHouseStatus } = opened;
  return new AlertMails({
    ...parts,
    marks: sentMarks,
    isStoring: () => hasAllEvents(opened) && store.status().ready && !clickHouseStatus?.().isAway,
    switchOff: (user, account) => users.endAlerts(user, account),
    origin: settings.origin ?? "",
    now: clock.now,
  });
}

function createFindIds({ live, store, people }: Opened): FindIds {
  const getHighest = (kind: string) => live?.getHighestId(kind) ?? 0;
  return new FreeIds({ facts: store, people: () => people.value, getHighest }).find;
}

function createManagement(
  opened: Opened,
  delivery: ReturnType<typeof createDelivery>,
  { trusted, people, findIds }: { trusted: AddressMatcher; people: () => People; findIds: FindIds },
): Management {
  const { settings, clock, live, changes, audit, images, store } = opened;
  const { now } = clock;
  const findCaller = (request: IncomingMessage) =>
    describeCaller(request, findClientAddress(request, trusted), { trusted, origin: settings.origin });
  return new Management({
    editor: live,
    changes,
    audit,
    images,
    now,
    facts: store,
    findIds,
    explain: (request, incoming, options) =>
      delivery.placement.explain(request, findCaller(incoming), now(), options),
    catalogue: () => delivery.current.catalogue,
    people,
    publisherShare: settings.publisherShare,
  });
}

function watchPeople(parts: Assembled): Reloading {
  const { people, log } = parts;
  const prepare = async () => () => dropLastUses(parts);
  return people.watch(prepare, (problem) => {
    if (problem)
      log.error({ problems: problem.problems }, "people not reloaded; the current ones stay in use");
  });
}

/** Drops the last uses of users and API tokens that have no access any more. */
function dropLastUses({ lastUses, readPeople, current, clock, log }: Assembled): void {
  const [people, { accounts }, now] = [readPeople(), current.catalogue, clock.now()];
  lastUses
    .keep((name) => isInUse(name, people, accounts, now))
    .catch((error) => log.error({ err: error }, "last uses of API tokens and last sign-ins not dropped"));
}

function watchCatalogue(parts: Assembled): Reloading {
  const { source, current, missingImages, removedAccounts, audit, metrics, clock, log } = parts;
  const prepare = async (catalogue: Catalogue) => {
    const use = await missingImages.prepare(catalogue);
    return () => {
      const now = clock.now();
      void recordDeclared(current.catalogue, catalogue, audit);
      removedAccounts.replace(current.catalogue, catalogue);
      const hasSameAccounts = current.catalogue.data.accounts === catalogue.data.accounts;
      current.replace(catalogue, now);
      if (!hasSameAccounts) dropLastUses(parts);
      use(now);
    };
  };
  return source.watch(prepare, (problem) => {
    metrics.countReload(problem ? "refused" : "used");
    if (problem)
      log.error(
        { file: source.name, problems: problem.problems },
        "catalogue not reloaded; the current one stays in use",
      );
    else log.info({ file: source.name }, "catalogue reloaded");
  });
}

/** Warns of values in the catalogue that a newer rule forbids. They do not prevent a start. */
async function warnOfOldValues({ current, log }: Assembled): Promise<void> {
  const addresses = await runInSlices(findWrongAddresses(current.catalogue));
  const macros = await runInSlices(findWrongMacros(current.catalogue));
  const currencies = await runInSlices(findUnknownCurrencies(current.catalogue));
  for (const [what, problems] of Object.entries({ addresses, macros, currencies }))
    if (problems.length > 0)
      log.warn(
        { problems: problems.slice(0, MAX_PROBLEMS).map(formatProblem) },
        `catalogue contains ${what} that are no longer allowed; correct them at the next change`,
      );
}

/** Creates the handlers for commands on this machine. */
function createCommands({
  store,
  local,
  live,
  people,
  images,
  setup,
  users,
  findIds,
  clock,
  settings,
  current,
  countImported,
  lifecycle,
}: Assembled): ServiceCommands {
  const stopping = lifecycle.imports.signal;
  return {
    backup: ({ path }) => requireLocal(local).backUp(path, requireWholeLogs),
    delivered: () =>
      recallDelivered(requireLocal(local), {
        now: clock.now(),
        reservationLife: settings.reservationLife,
        catalogue: current.catalogue,
      }),
    catalogue: (request) =>
      runCatalogueRequest(requireLive(live), request, {
        time: clock.now(),
        retain: (text) => images.retain(text),
        signIns: createTaker(people),
        findIds,
      }),
    owners: (value) => warnOfOwners(toDocument(value), { facts: store, document: live?.document }),
    "setup-link": async () => writePageLink("setup", await setup.issue(), lifecycle.origin),
    users: (body) => runUserRequest(users, body),
    imports: (body) =>
      serveImportRequest(
        requireLocal(local),
        body,
        createOwnerTables(current.catalogue),
        stopping,
        countImported,
      ),
  };
}

/** Warns of a catalogue without a network account, and resolves with the link for creating one. */
async function startSetup({ setup, lifecycle, log }: Assembled): Promise<string | undefined> {
  if (!setup.isNeeded) return undefined;
  log.warn(NO_NETWORK);
  const token = await setup.issueFirst();
  return token && writePageLink("setup", token, lifecycle.origin);
}

/** Creates the state that placements and tracked fetches read and change. */
function createDelivery(opened: Opened) {
  const { settings, clock, catalogue, locate, epoch, budgets, frequencyCaps, secret, limits } = opened;
  const { trackingLife, publisherShare, seed } = settings;
  const now = clock.now();
  const current = new CurrentCatalogue(catalogue, trackingLife);
  const tokens = createTokens(deriveKey(secret, "tracking"), trackingLife);
  const clickIds = createClickIds(secret);
  const tests = new ConversionTests({
    ids: createTestIds(secret),
    records: opened.testRecords,
    catalogue: current,
    now: clock.now,
  });
  const random = seed === undefined ? Math.random : seededRandom(seed);
  const shared = { budgets, frequencyCaps, tokens };
  const placementParts = { ...shared, epoch, locate, random };
  return {
    current,
    placement: new Placement(placementParts, catalogue, now),
    tracking: new Tracking({
      ...shared,
      catalogue: current,
      clickIds,
      clickLimit: limits.clicks,
      sharedClickLimit: limits.sharedClicks,
      publisherShare,
    }),
    tests,
    conversions: new Conversions({
      clickIds,
      tests,
      catalogue: current,
      store: opened.store,
      deduplication: opened.goals,
      now: clock.now,
    }),
  };
}

function createServer(parts: Assembled): Server {
  const { settings, clock, log, store, metrics, placement, tracking, limits, deduplication } = parts;
  const { trusted, lifecycle, traces } = parts;
  const { now, elapsed } = clock;
  const isClosing = () => lifecycle.isClosing;
  const warnOfProxy = createProxyWarning(log, trusted);
  const findAddress = (request: IncomingMessage) => {
    warnOfProxy(request);
    return findClientAddress(request, trusted);
  };
  const app = createOtherRoutes(parts, findAddress);
  const placementRoute = new PlacementRoute({
    settings,
    placement,
    store,
    metrics,
    now,
    isStopping: () => lifecycle.isRefusing,
    admission: new Admission(settings, limits.ip, elapsed),
    readCaller: (request) =>
      describeCaller(request, findAddress(request), { trusted, origin: settings.origin }),
  });
  const trackingRoute = new TrackingRoute({
    tracking,
    tests: parts.tests,
    deduplication,
    store,
    metrics,
    now,
    findAddress,
    isShared: (request) => isForwardedByUnknown(request, trusted),
    clickLimitWarning: parts.clickLimitWarning,
  });
  return createHttpServer({
    metrics,
    log,
    isClosing,
    credentialOrigins: new Set(settings.credentialOrigins),
    requestTimeout: settings.requestTimeout,
    hasMoreTime: (socket) => parts.bodyTime.isExtended(socket),
    keepAlive: settings.keepAlive,
    // Reports are the slowest answers.
    idleTimeout: settings.reportTimeout + IDLE_MS,
    onAnswer: createAccessLog({ accessLog: settings.accessLog, log, traces, now, findAddress }),
    direct: {
      "/v1/placement": { label: "placement", handle: (request) => placementRoute.handle(request) },
      "/i/:token": {
        label: "impression",
        handle: (request, token) => trackingRoute.handle("impression", token, request),
      },
      "/c/:token": {
        label: "click",
        handle: (request, token) => trackingRoute.handle("click", token, request),
      },
    },
    // HTTP/1.0 health checks, such as those of older load balancers, send no host.
    handleOther: getRequestListener(app.fetch, { hostname: "localhost", errorHandler: answerUnreadable }),
  });
}

/** Creates all routes except placement and tracking. */
function createOtherRoutes(parts: Assembled, findAddress: (request: IncomingMessage) => string) {
  const version = readVersion();
  const { settings, clock, log, store, metrics, management, setup, reports, secret, limits, lifecycle } =
    parts;
  const report = (route: string) => (error: unknown, response: ServerResponse) =>
    reportException({ log, metrics }, route, error, response);
  const tokens = {
    now: clock.now,
    catalogue: () => parts.current.catalogue,
    people: parts.readPeople,
    renewPassword: (user: User, password: string) => parts.users.renewPassword(user, password),
    spendCode: (user: User, code: string) => parts.factors.spend(user, code),
    loginKey: deriveKey(secret, "statistics tokens"),
  };
  return createApp({
    store,
    metrics,
    management,
    users: parts.users,
    tokens: parts.tokens,
    confirmations: parts.confirmations,
    forgotten: parts.forgotten,
    factors: parts.factors,
    reportMails: parts.reportMails,
    subscriptions: parts.subscriptions,
    setup,
    redisProblem: () => parts.redisStatus?.().problem,
    clockProblem: () => parts.redisStatus?.().clockProblem,
    clickWarning: () => parts.clickLimitWarning.text,
    reportException: report("other"),
    conversions: parts.conversions,
    tests: parts.tests,
    fetchMarkup: createMarkupFetcher({ mayReadLocal: isForThisMachine(settings) }),
    imports: {
      store: parts.local,
      catalogue: () => parts.current.catalogue,
      maxImport: settings.maxImport,
      importTimeout: settings.importTimeout,
      stopping: lifecycle.imports.signal,
      onChanged: parts.countImported,
      extendBodyTime: (request, work) => parts.bodyTime.extend(request, work),
    },
    isClosing: () => lifecycle.isClosing,
    metricsToken: settings.metricsToken,
    files: { ...settings, images: parts.images },
    statistics: {
      ...tokens,
      reports,
      limits,
      log,
      audit: parts.audit,
      findAddress,
      listOrigins: (request) => [settings.origin ?? [], findOrigin(request, parts.trusted)].flat(),
      locate: parts.locate,
      openApi: lazy(() => createOpenApi(version)),
      shares: parts.shares,
      views: parts.views,
      failures: parts.failures,
      publisherShare: settings.publisherShare,
      sendsMail: parts.mailer !== undefined,
      reportsOff: parts.reportsOff,
      maxBody: settings.maxBody,
      maxImage: settings.maxImage,
      lastUses: parts.lastUses,
      sessions: new Sessions({ ...tokens, store: parts.sessions, audit: parts.audit }),
      shareKey: deriveKey(secret, "shared links"),
      countSignIn: metrics.countSignIn,
      reportException: report("statistics"),
    },
  });
}

/**
 * Links to a page of the dashboard. The token is in the fragment, which is not sent to servers or logged. `origin`: of the
 * dashboard.
 */
function writePageLink(page: "setup" | "password" | "confirm", token: string, origin: string): string {
  return `${origin}/dashboard/#${page}=${token}`;
}

/** Requires a local store: ClickHouse has its own backups, and imports are for the one machine with all events. */
function requireLocal(local: LocalStore | undefined): LocalStore {
  if (local) return local;
  throw new Error(
    "This service stores its events in ClickHouse; the command works only for events stored on one machine.",
  );
}

function requireLive(live: LiveCatalogue | undefined): LiveCatalogue {
  if (live) return live;
  throw new Error("This service reads its catalogue from the file of --catalogue. Change that file.");
}

/** Sums up earlier months now and daily. */
function keepMonths(store: LocalStore, { settings, current, log }: Assembled): NodeJS.Timeout | undefined {
  const months = settings.keepMonths;
  if (months === 0) return undefined;
  // Reports use the days of each account's time zone.
  const listTimezones = () => ["UTC", ...current.catalogue.data.accounts.map(({ timezone }) => timezone)];
  const forget = () =>
    store
      .forgetMonthsBefore(months, listTimezones())
      .catch((error) => log.error({ err: error }, "earlier months not summed up"));
  void forget();
  return setInterval(forget, DAY_MS).unref();
}
