/** The routes of the management interface: `/v2/sites`, `/v2/zones`, `/v2/campaigns`, `/v2/accounts` and what is beside them. */
import { Hono } from "hono";
import type { Account } from "../catalogue/catalogue.ts";
import { isEncoded, parseBody } from "../statistics/body.ts";
import { type AccountHandler, type Env, type Request, serveMethods } from "../statistics/route.ts";
import type { Shown } from "./entries.ts";
import type { Images } from "./images.ts";
import type { ListOptions, Management } from "./management.ts";
import { ChangeRefused, refuseField } from "./refusal.ts";
import { KINDS, type Kind } from "./resources.ts";
import { changeOwnAccount } from "./user.ts";

const MAX_LIMIT = 500;

/** Mounted behind the middleware that knows the account and counts the limits. */
export function managementRoutes(management: Management, images: Images): Hono<Env> {
  const app = new Hono<Env>();
  for (const kind of KINDS) serveKind(app, kind, management);
  serve(app, "/v2/campaigns/:id/creatives", {
    GET: (c, viewer) => showAll(c, management.creatives(viewer, readId(c, "id"))),
    POST: async (c, viewer) =>
      showNew(c, await management.createCreative(viewer, readId(c, "id"), await readJson(c))),
  });
  serve(app, "/v2/campaigns/:id/creatives/:creative", {
    PATCH: async (c, viewer) => {
      const [campaign, creative] = [readId(c, "id"), readId(c, "creative")];
      const body = await readJson(c);
      return show(c, await management.changeCreative(viewer, campaign, creative, readVersion(c), body));
    },
  });
  serve(app, "/v2/images", { POST: (c, viewer) => takeImage(c, viewer, images) });
  serve(app, "/v2/user", {
    GET: (c, viewer) => c.json(management.describe(viewer)),
    PATCH: async (c, viewer) => {
      await changeOwnAccount(management, viewer, await readJson(c));
      return c.body(null, 204);
    },
  });
  serve(app, "/v2/activity", {
    GET: async (c, viewer) => c.json({ result: await management.activity(viewer) }),
  });
  serve(app, "/v2/estimate", {
    POST: async (c, viewer) => c.json({ result: await management.estimate(viewer, await readJson(c)) }),
  });
  serve(app, "/v1/placement/explain", { POST: (c, viewer) => explain(c, viewer, management) });
  serve(app, "/v2/changes", { GET: (c, viewer) => listChanges(c, viewer, management) });
  return app;
}

function serveKind(app: Hono<Env>, kind: Kind, management: Management): void {
  serve(app, `/v2/${kind}`, {
    GET: (c, viewer) => {
      const options = readListOptions(c);
      return showList(c, options, management.list(viewer, kind, options));
    },
    POST: async (c, viewer) => showNew(c, await management.create(viewer, kind, await readJson(c))),
  });
  serve(app, `/v2/${kind}/:id`, {
    GET: (c, viewer) => show(c, management.one(viewer, kind, readId(c, "id"))),
    PATCH: async (c, viewer) =>
      show(c, await management.change(viewer, kind, readId(c, "id"), readVersion(c), await readJson(c))),
  });
}

/** Answers by method those who are signed in, refusals included. */
function serve(app: Hono<Env>, path: string, handlers: Record<string, AccountHandler>): void {
  const entries = Object.entries(handlers).map(([method, handler]) => [method, answerSignedIn(handler)]);
  serveMethods(app, path, Object.fromEntries(entries));
}

function answerSignedIn(handler: AccountHandler) {
  return async (c: Request): Promise<Response> => {
    const viewer = c.get("account");
    if (!viewer) {
      c.header("WWW-Authenticate", "Bearer");
      return c.json(
        { message: "Sign in with POST /v2/login and send its token in the Authorization header." },
        401,
      );
    }
    try {
      return await handler(c, viewer);
    } catch (error) {
      if (!(error instanceof ChangeRefused)) throw error;
      const { status, problems, message } = error;
      return c.json(problems ? { errors: problems } : { message }, status);
    }
  };
}

async function takeImage(c: Request, viewer: Account, images: Images): Promise<Response> {
  if (viewer.role === "publisher") throw new ChangeRefused(403, "A publisher has no campaigns.");
  const bytes = Buffer.from(await c.req.arrayBuffer());
  return c.json({ result: await images.store(bytes) }, 201);
}

async function explain(c: Request, viewer: Account, management: Management): Promise<Response> {
  return c.json(management.explain(viewer, await readJson(c), c.env.incoming));
}

async function listChanges(c: Request, viewer: Account, management: Management): Promise<Response> {
  const { limit, offset } = readListOptions(c);
  const { kind, id } = c.req.query();
  const filter = { limit, offset, ...(kind && { kind }), ...(id && { id: Number(id) }) };
  const { count, entries } = await management.changes(viewer, filter);
  return c.json({ request_metadata: { count, limit, offset }, result: entries });
}

function show(c: Request, { entry, version }: Shown): Response {
  c.header("ETag", `"${version}"`);
  return c.json({ result: { ...entry, version } });
}

function showNew(c: Request, shown: Shown): Response {
  c.header("Location", `${c.req.path}/${shown.entry.id}`);
  c.header("ETag", `"${shown.version}"`);
  return c.json({ result: { ...shown.entry, version: shown.version } }, 201);
}

function showList(
  c: Request,
  { limit, offset }: ListOptions,
  list: { count: number; entries: Shown[] },
): Response {
  return c.json({
    request_metadata: { count: list.count, limit, offset },
    result: list.entries.map(({ entry, version }) => ({ ...entry, version })),
  });
}

function showAll(c: Request, entries: Shown[]): Response {
  return showList(c, { limit: entries.length, offset: 0 }, { count: entries.length, entries });
}

function readListOptions(c: Request): ListOptions {
  const { search, deleted } = c.req.query();
  return {
    limit: readWhole(c, "limit", 50, 1, MAX_LIMIT),
    offset: readWhole(c, "offset", 0, 0, Number.MAX_SAFE_INTEGER),
    ...(search && { search }),
    deleted: deleted === "1",
  };
}

function readWhole(c: Request, name: string, missing: number, least: number, most: number): number {
  const text = c.req.query(name);
  if (text === undefined) return missing;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw refuseField(name, `Expected a whole number from ${least} to ${most}.`);
}

function readId(c: Request, name: string): number {
  const text = c.req.param(name) ?? "";
  if (/^[1-9]\d{0,15}$/.test(text)) return Number(text);
  throw new ChangeRefused(404, "There is nothing at this address.");
}

/** `"abc"` or `*`; a weak one compares by its content as well. */
function readVersion(c: Request): string | undefined {
  return c.req.header("If-Match")?.replace(/^(W\/)?"(.*)"$/, "$2");
}

async function readJson(c: Request): Promise<unknown> {
  const type = c.req.header("Content-Type") ?? "";
  if (!/^application\/(merge-patch\+)?json\s*(;|$)/i.test(type))
    throw new ChangeRefused(415, "Send the body as JSON, with Content-Type: application/json.");
  if (isEncoded(c)) throw new ChangeRefused(415, "Send the body as it is, without Content-Encoding.");
  try {
    return await parseBody(c);
  } catch {
    throw refuseField("body", "Malformed JSON body.");
  }
}
