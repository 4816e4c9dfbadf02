/**
 * Table of all routes: every method and path that the service answers, and who may call it. The routes of the OpenAPI
 * document are declared in the folders of their subjects.
 *
 * `serveRoutes.ts` and `server.ts` accept handlers only by these names, so an undeclared route does not compile.
 */
import { listKeys } from "../../protocol/tables.ts";
import { CONVERSION_TEST_ROUTES } from "../management/conversionTestRoutes.ts";
import { DELIVERY_ROUTES } from "../management/deliveryRoutes.ts";
import { ENTRY_ROUTES } from "../management/entryRoutes.ts";
import { PEOPLE_ROUTES, SIGN_IN_ROUTES } from "../management/peopleRoutes.ts";
import { REPORT_MAIL_ROUTES } from "../management/reportMailRoutes.ts";
import { SECOND_FACTOR_ROUTES } from "../management/secondFactorRoutes.ts";
import { SUBSCRIPTION_ROUTES } from "../management/subscriptionRoutes.ts";
import {
  type DocumentedRoutes,
  declareEach,
  PUBLIC,
  type Route,
  type Routes,
} from "../openapi/routeEntry.ts";
import { COLLECTION_ROUTES, LINK_ROUTES, REPORT_ROUTES } from "../statisticsRoutes/statisticsRoutes.ts";
import { CONVERSION_ROUTES } from "./conversionRoutes.ts";
import { DIRECT_ROUTES } from "./directRoutes.ts";
import { PUBLIC_FILES } from "./servedFiles.ts";

/** Routes of the OpenAPI document, by tag. */
export const DOCUMENTED_ROUTES: Readonly<Record<string, DocumentedRoutes>> = {
  "Ad placement": DIRECT_ROUTES,
  Conversions: CONVERSION_ROUTES,
  "Signing in": SIGN_IN_ROUTES,
  People: { ...PEOPLE_ROUTES, ...SECOND_FACTOR_ROUTES, ...REPORT_MAIL_ROUTES, ...SUBSCRIPTION_ROUTES },
  "Shared links": LINK_ROUTES,
  Statistics: REPORT_ROUTES,
  Collections: COLLECTION_ROUTES,
  Management: { ...ENTRY_ROUTES, ...DELIVERY_ROUTES, ...CONVERSION_TEST_ROUTES },
};

/**
 * Statistics and management. These paths count towards the rate limits, and pages of any origin may send requests to
 * them. `oldPaths.ts` lists their old names.
 */
export const INTERFACE_PATHS = ["/v2/*", "/openapi.json"];

export const INTERFACE_ROUTES = {
  "GET /openapi.json": PUBLIC,
  ...SIGN_IN_ROUTES,
  ...PEOPLE_ROUTES,
  ...SECOND_FACTOR_ROUTES,
  ...REPORT_MAIL_ROUTES,
  ...SUBSCRIPTION_ROUTES,
  ...LINK_ROUTES,
  ...REPORT_ROUTES,
  ...COLLECTION_ROUTES,
  ...ENTRY_ROUTES,
  ...DELIVERY_ROUTES,
  ...CONVERSION_TEST_ROUTES,
} as const satisfies Partial<Record<`${string} /${"openapi.json" | `v2/${string}`}`, Route>>;

/** Conversions, files, the dashboard, health checks and metrics. */
export const OTHER_ROUTES = {
  ...CONVERSION_ROUTES,
  "GET /livez": PUBLIC,
  "GET /healthz": PUBLIC,
  "GET /readyz": PUBLIC,
  "GET /metrics": { access: "local" },
  "GET /": PUBLIC,
  ...declareEach(PUBLIC_FILES, nameFile, () => PUBLIC),
  "GET /dashboard": PUBLIC,
  "GET /dashboard/image": PUBLIC,
  "GET /dashboard/*": PUBLIC,
  "GET /creatives/*": PUBLIC,
} as const satisfies Routes;

export const ROUTES = { ...DIRECT_ROUTES, ...INTERFACE_ROUTES, ...OTHER_ROUTES };

type RoutePath<Name> = Name extends `${string} ${infer Path}` ? Path : never;
export type DirectPath = RoutePath<keyof typeof DIRECT_ROUTES>;

/** Extracts the path of a route's name. */
export function getRoutePath<N extends string>(name: N): RoutePath<N> {
  return name.slice(name.indexOf(" ") + 1) as RoutePath<N>;
}

export function listMethods(path: string): string[] {
  const names = listKeys(ROUTES).filter((name) => getRoutePath(name) === path);
  return names.map((name) => name.slice(0, name.indexOf(" ")));
}

function nameFile<N extends string>(name: N): `GET /${N}` {
  return `GET /${name}`;
}
