/** Management interface over HTTP: reads requests and writes answers. */
import type { BulkKind } from "../../protocol/management.ts";
import { includesRole } from "../../protocol/people.ts";
import type { Account } from "../catalogue/catalogue.ts";
import { OtherRequestError } from "../catalogue/requestKeys.ts";
import {
  type AccountHandler,
  type Call,
  type PublicHandler,
  parseRequestKey,
  refuse,
} from "../interface/call.ts";
import type { InterfaceEnvironment } from "../interface/environment.ts";
import { isEncoded, parseBody } from "../interface/jsonBody.ts";
import { ListQuery } from "../interface/listQuery.ts";
import { findAuditAddress } from "../interface/sessionRoutes.ts";
import { recordRefusal } from "../interface/signInRoute.ts";
import { toCustomerNetwork } from "../net/address.ts";
import type { Awaitable } from "../runtime/awaitable.ts";
import { createGates, type Gate } from "../runtime/gate.ts";
import { mapValues, omitUndefined } from "../values/object.ts";
import { describeFields, describeProblem } from "../values/problemList.ts";
import {
  approveVersion,
  type EditCreative,
  rejectVersion,
  validateReason,
  withdrawVersion,
} from "./approvals.ts";
import { CHANGE_KINDS } from "./changeLog.ts";
import { findHour } from "./days.ts";
import type { ListOptions, Shown } from "./entries.ts";
import type { FetchMarkup } from "./fetchMarkup.ts";
import type { Images } from "./images.ts";
import { answerPage, answerPieces, answerResult, type Page, parsePageRange } from "./listAnswer.ts";
import type { ChangeFilter } from "./listChanges.ts";
import type { Management, Sender } from "./management.ts";
import { ChangeRefused } from "./refusal.ts";
import type { Kind } from "./resources.ts";
import type { SetupLink } from "./setupLink.ts";

/** Pages that a network reads at once; each takes up to 1 MB, and five seconds. */
const PAGES = { running: 2, waiting: 16, refusal: "pages" as const };
/** Lists that a network reads at once; each takes up to 32 MB. */
const LISTS = { running: 2, waiting: 64, waitingOfAll: 1024, refusal: "lists" as const };

type Lists = (network: number) => Gate;

/** Returns the handlers of the management interface by their names in the table of routes. */
export function managementHandlers(management: Management, images: Images, fetchMarkup: FetchMarkup) {
  const pages = createGates(PAGES);
  const lists = createGates(LISTS);
  const [accounts, sites, zones, campaigns] = [
    kindHandlers("accounts", management, lists),
    kindHandlers("sites", management, lists),
    kindHandlers("zones", management, lists),
    kindHandlers("campaigns", management, lists),
  ];
  return answerRefusals({
    "GET /v2/accounts": accounts.list,
    "POST /v2/accounts": accounts.create,
    "GET /v2/accounts/:id": accounts.read,
    "PATCH /v2/accounts/:id": accounts.change,
    // Must precede the routes of single entries, whose `:id` would match `bulk`.
    "POST /v2/sites/bulk": bulkHandler("sites", management),
    "POST /v2/zones/bulk": bulkHandler("zones", management),
    "POST /v2/campaigns/bulk": bulkHandler("campaigns", management),
    "GET /v2/sites": sites.list,
    "POST /v2/sites": sites.create,
    "GET /v2/sites/:id": sites.read,
    "PATCH /v2/sites/:id": sites.change,
    "GET /v2/zones": zones.list,
    "POST /v2/zones": zones.create,
    "GET /v2/zones/:id": zones.read,
    "PATCH /v2/zones/:id": zones.change,
    "GET /v2/campaigns": campaigns.list,
    "POST /v2/campaigns": campaigns.create,
    "GET /v2/campaigns/:id": campaigns.read,
    "PATCH /v2/campaigns/:id": campaigns.change,
    "GET /v2/zones/:id/unfilled": async (c, viewer) => {
      const { from, to } = c.req.query();
      const days = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
      return answerResult(c, await management.zoneUnfilled(viewer, parseId(c, "id"), days));
    },
    "GET /v2/sites/:id/creatives": async (c, viewer) => {
      const page = parsePageRange(c);
      const all = await management.shownCreatives(viewer, parseId(c, "id"));
      const entries = all.slice(page.offset, page.offset + page.limit);
      return answerPage(c, page, { count: all.length, entries });
    },
    "GET /v2/campaigns/:id/unfilled": async (c, viewer) =>
      answerResult(c, await management.campaignUnfilled(viewer, parseId(c, "id"))),
    "GET /v2/campaigns/:id/creatives": (c, viewer) =>
      takeTurn(lists, viewer, () => showAll(c, management.creatives(viewer, parseId(c, "id")))),
    "POST /v2/campaigns/:id/creatives": async (c, viewer) =>
      showNew(
        c,
        await management.createCreative(
          viewer,
          parseId(c, "id"),
          await expectJson(c),
          await identifySender(c),
        ),
      ),
    "PATCH /v2/campaigns/:id/creatives/:creative": async (c, viewer) => {
      const [campaign, creative] = [parseId(c, "id"), parseId(c, "creative")];
      const body = await expectJson(c);
      const version = parseVersion(c);
      return show(
        c,
        await management.changeCreative(viewer, campaign, creative, version, body, await identifySender(c)),
      );
    },
    "POST /v2/campaigns/:id/creatives/:creative/approve": (c, viewer) =>
      decide(c, viewer, management, approveVersion),
    "POST /v2/campaigns/:id/creatives/:creative/reject": async (c, viewer) =>
      decide(c, viewer, management, rejectVersion(validateReason(await expectJson(c)))),
    "POST /v2/campaigns/:id/creatives/:creative/withdraw": (c, viewer) =>
      decide(c, viewer, management, withdrawVersion),
    "GET /v2/approvals": (c, viewer) => takeTurn(lists, viewer, () => listApprovals(c, viewer, management)),
    "POST /v2/images": (c, viewer) => takeImage(c, viewer, images),
    "POST /v2/estimate": async (c, viewer) =>
      answerResult(c, await management.estimate(viewer, await expectJson(c))),
    "POST /v2/performance": async (c, viewer) =>
      answerResult(c, await management.performance(viewer, await expectJson(c))),
    "GET /v2/activity": async (c, viewer) => answerResult(c, await management.activity(viewer)),
    "GET /v2/changes": (c, viewer) => listChanges(c, viewer, management),
    "POST /v2/page": async (c, viewer) => {
      const [body, hostnames] = [await expectJson(c), await listHostnames(viewer, management)];
      const isEditor = includesRole(c.get("holder")?.role ?? "viewer", "editor");
      return c.json({ result: await pages(viewer.id).run(() => fetchMarkup(body, { hostnames, isEditor })) });
    },
    "POST /v2/placement/explain": (c, viewer) => explain(c, viewer, management),
  });
}

/** Creates the first network account with the token of a set-up link. */
export function setupHandlers(setup: SetupLink, context: InterfaceEnvironment) {
  const answer: PublicHandler = (c) =>
    answerRefusal(c, async () => {
      const address = toCustomerNetwork(context.findAddress(c.env.incoming));
      const onWrong = async () => {
        await recordRefusal(c, "wrong set-up link", undefined, context);
        await context.failures.fail({ address });
      };
      await setup.use(await expectJson(c), onWrong, findAuditAddress(c, context));
      return c.body(null, 204);
    });
  return { "POST /v2/setup": answer };
}

function kindHandlers(kind: Kind, management: Management, lists: Lists) {
  return {
    list: (c, viewer) => {
      const options = parseListOptions(c);
      const list = async () => showList(c, options, await management.list(viewer, kind, options));
      return takeTurn(lists, viewer, list);
    },
    create: async (c, viewer) =>
      showNew(c, await management.create(viewer, kind, await expectJson(c), await identifySender(c))),
    read: (c, viewer) => show(c, management.one(viewer, kind, parseId(c, "id"))),
    change: async (c, viewer) => {
      const [id, body] = [parseId(c, "id"), await expectJson(c)];
      return show(
        c,
        await management.change(viewer, kind, id, parseVersion(c), body, await identifySender(c)),
      );
    },
  } satisfies Record<string, AccountHandler>;
}

function takeTurn(
  lists: Lists,
  { id, network = id }: Account,
  list: () => Promise<Response>,
): Promise<Response> {
  return lists(network).run(list, undefined, id);
}

function bulkHandler(kind: BulkKind, management: Management): AccountHandler {
  return async (c, viewer) =>
    c.json({
      result: await management.changeMany(viewer, kind, await expectJson(c), await identifySender(c)),
    });
}

/** Answers with the status and problems of a refused change. */
export function answerRefusals<Name extends string>(
  handlers: Record<Name, AccountHandler>,
): Record<Name, AccountHandler> {
  const answer =
    (handler: AccountHandler): AccountHandler =>
    (c, viewer) =>
      answerRefusal(c, () => handler(c, viewer));
  return mapValues(handlers, answer);
}

export async function answerRefusal(c: Call, work: () => Awaitable<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OtherRequestError) return refuse(c, 409, { code: "idempotency-key-used" });
    if (!(error instanceof ChangeRefused)) throw error;
    const { status, problem, problems, fields, entries } = error;
    if (problems) return c.json(describeFields(problems), status);
    if ("seconds" in problem) c.header("Retry-After", String(problem.seconds));
    const { message, codes } = describeProblem(problem);
    const list = entries ? describeFields(entries) : { codes };
    return c.json({ message, ...(fields && { fields }), ...list }, status);
  }
}

async function takeImage(c: Call, viewer: Account, images: Images): Promise<Response> {
  const bytes = Buffer.from(await c.req.arrayBuffer());
  return c.json({ result: await images.store(viewer.id, bytes) }, 201);
}

/** Lists the host names of the sites that the account manages. */
async function listHostnames(viewer: Account, management: Management): Promise<ReadonlySet<string>> {
  const all = { limit: Number.POSITIVE_INFINITY, offset: 0 };
  const { entries } = await management.list(viewer, "sites", all);
  return new Set(entries.map(({ entry }) => String(entry.hostname)));
}

async function explain(c: Call, viewer: Account, management: Management): Promise<Response> {
  return answerPieces(c, await management.explain(viewer, await expectJson(c), c.env.incoming));
}

async function decide(
  c: Call,
  viewer: Account,
  management: Management,
  decision: EditCreative,
): Promise<Response> {
  const [campaign, creative] = [parseId(c, "id"), parseId(c, "creative")];
  return show(
    c,
    await management.decide(viewer, campaign, creative, parseVersion(c), decision, await identifySender(c)),
  );
}

async function listApprovals(c: Call, viewer: Account, management: Management): Promise<Response> {
  const page = parsePageRange(c);
  return answerPage(c, page, await management.approvals(viewer, page));
}

async function listChanges(c: Call, viewer: Account, management: Management): Promise<Response> {
  const page = parsePageRange(c);
  const filter = { ...page, ...parseChangeFilter(c.req.query(), viewer) };
  return answerPage(c, page, await management.changes(viewer, filter, c.get("holder")));
}

/** Days are those of the account's time zone. */
function parseChangeFilter(
  parameters: Record<string, string>,
  { timezone }: Account,
): Omit<ChangeFilter, "limit" | "offset"> {
  const query = new ListQuery(parameters);
  const [from, to] = [query.parseDay("from"), query.parseDay("to")];
  const filter = {
    kind: query.parseName("kind", CHANGE_KINDS),
    id: query.parseId("id"),
    campaign: query.parseId("campaign"),
    request: parameters.request,
    sequence: query.parseWhole("sequence", 1, Number.MAX_SAFE_INTEGER),
    user: query.parseId("user"),
    from: from === undefined ? undefined : findHour(from, 0, timezone),
    until: to === undefined ? undefined : findHour(to, 24, timezone),
  };
  if (query.problems.length > 0) throw new ChangeRefused(400, { code: "request-invalid" }, query.problems);
  return omitUndefined(filter);
}

function show(c: Call, { entry, version }: Shown): Response {
  c.header("ETag", `"${version}"`);
  return c.json({ result: { ...entry, version } });
}

function showNew(c: Call, shown: Shown): Response {
  c.header("Location", `${c.req.path}/${shown.entry.id}`);
  c.header("ETag", `"${shown.version}"`);
  return c.json({ result: { ...shown.entry, version: shown.version } }, 201);
}

function showList(c: Call, page: Page, list: { count: number; entries: Shown[] }): Promise<Response> {
  return answerPage(c, page, list, ({ entry, version }) => ({ ...entry, version }));
}

function showAll(c: Call, entries: Shown[]): Promise<Response> {
  return showList(c, { limit: entries.length, offset: 0 }, { count: entries.length, entries });
}

function parseListOptions(c: Call): ListOptions {
  const { search, deleted } = c.req.query();
  return {
    ...parsePageRange(c),
    ...(search && { search }),
    deleted: deleted === "1",
  };
}

export function parseId(c: Call, name: string): number {
  const text = c.req.param(name) ?? "";
  if (/^[1-9]\d{0,15}$/.test(text)) return Number(text);
  throw new ChangeRefused(404, { code: "address-unknown" });
}

/** Reads `"abc"` or `*`; a weak version compares by its content as well. */
function parseVersion(c: Call): string | undefined {
  return c.req.header("If-Match")?.replace(/^(W\/)?"(.*)"$/, "$2");
}

/** Returns the user and the request's idempotency key. */
export async function identifySender(c: Call): Promise<Sender> {
  const request = await parseRequestKey(c);
  if (request === null) throw new ChangeRefused(400, { code: "idempotency-key" });
  return { request, user: c.get("holder")?.user, token: c.get("holder")?.token };
}

export async function expectJson(c: Call): Promise<unknown> {
  const type = c.req.header("Content-Type") ?? "";
  if (!/^application\/(merge-patch\+)?json\s*(;|$)/i.test(type))
    throw new ChangeRefused(415, { code: "body-not-json" });
  if (isEncoded(c)) throw new ChangeRefused(415, { code: "body-encoded" });
  const body = await parseBody(c);
  if ("problem" in body) throw new ChangeRefused(400, body.problem.problem, [body.problem]);
  return body.json;
}
