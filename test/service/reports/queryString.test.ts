/** Query parameters of GET requests, converted to the fields of a body. */
import { expect, test } from "vitest";
import type { Side } from "../../../src/protocol/aliases.ts";
import { normalizeRequest } from "../../../src/service/reports/aliases.ts";
import { parseQueryString as readAs } from "../../../src/service/reports/queryString.ts";

const VIEWER: Side = { role: "publisher", kind: "publisher" };
const readQueryString = (search: string, named?: string, viewer = VIEWER) =>
  normalizeRequest(readAs(search, named, viewer), viewer);

test.each<[string, object]>([
  ["", {}],
  ["?limit=5&offset=10", { limit: 5, offset: 10 }],
  ["LIMIT=5&Off-Set=10", { limit: 5, offset: 10 }],
  ["limit=-5&offset=many", { limit: -5, offset: "many" }],
  ["limit=99999999999999999&offset=5x", { limit: "99999999999999999", offset: "5x" }],
  ["limit=9007199254740993", { limit: "9007199254740993" }],
  ["count=1&detailed=0&totals=true", { count: 1, detailed: 0, totals: 1 }],
  ["count=false&detailed=yes", { count: 0, detailed: "yes" }],
  ["timezone=Europe/Berlin&colour=red", { timezone: "Europe/Berlin", colour: "red" }],
])("%j is read as %j", (query, request) => {
  expect(readQueryString(query)).toEqual(request);
});

test.each<[string, unknown]>([
  ["date-from=2026-11-01&dateto=2026-11-02", { date_from: "2026-11-01", date_to: "2026-11-02" }],
  ["country=DEU,USA", { country_iso: ["DEU", "USA"] }],
  ["os=1&zoneid=101", { operating_system_id: [1], zone_id: [101] }],
  ["osid=1,2", { operating_system_id: [1, 2] }],
  ["hostname=news.example", { site_hostname: ["news.example"] }],
  ["subid=-7", { sub: [-7] }],
  ["hour[]=7&hour[]=8", { hour: [7, 8] }],
  ["adblock=all", { adblock: "all" }],
  ["exclude_deleted=1", { exclude_deleted: 1 }],
  ["exclude-deleted=true", { exclude_deleted: 1 }],
  ["filter[zone_id]=1,2&filter[exclude_deleted]=false", { zone_id: [1, 2], exclude_deleted: 0 }],
  ["filter[zone_id][]=1&country=DEU", { zone_id: [1], country_iso: ["DEU"] }],
  ["filter[zone_id]=1&zoneid=2", { zone_id: [2] }],
  ["filter=x&zoneid=2", "x"],
  ["filter[zone_id][a][b]=1", { zone_id: { a: { b: "1" } } }],
])("%j is read as the filter %j", (query, filter) => {
  expect(readQueryString(query)).toEqual({ filter });
});

test.each<[string, object]>([
  ["zone=101", { zone_id: [101] }],
  ["zones=101,102", { zone_id: [101, 102] }],
  ["filter[zone]=101", { zone_id: [101] }],
  ["filter[zones][]=101&filter[zones][]=102", { zone_id: [101, 102] }],
  ["zone_ids=101&zone=102&zoneid=102", { zone_id: [101, 102] }],
  ["browsers=1", { browser_id: [1] }],
  ["countries=deu&categories=3", { country_iso: ["DEU"], category_id: [3] }],
  ["device-types=2&operating_systems=1&os=4", { device_type_id: [2], operating_system_id: [1, 4] }],
  ["ad_type=1", { publisher_ad_type_id: [1] }],
  ["sizes=300x250&hours=7&subs=5", { size: ["300x250"], hour: [7], sub: [5] }],
  ["sites=1&hostnames=a.example", { site_id: [1], site_hostname: ["a.example"] }],
  ["regions=2&carriers=3&languages=4", { region_id: [2], carrier_id: [3], language_id: [4] }],
  ["date-from=20261101&date_to=20261112", { date_from: "2026-11-01", date_to: "2026-11-12" }],
  ["filter[date_from]=20261101", { date_from: "2026-11-01" }],
  ["date_from=202611", { date_from: "202611" }],
])("%j is an alternative form of the filter %j", (query, filter) => {
  expect(readQueryString(query)).toEqual({ filter });
});

test("a filter name of both roles is read for the requested role", () => {
  const viewer: Side = { role: "advertiser", kind: "network" };
  expect(readQueryString("ad_type=1&exclude[campaigns]=2", undefined, viewer)).toEqual({
    filter: { advertiser_ad_type_id: [1] },
    exclude: { campaign_id: [2] },
  });
});

test("an unknown filter keeps its name for the error message", () => {
  expect(readQueryString("groupid=5&filter[group]=5&day=1")).toEqual({
    groupid: "5",
    filter: { group: "5" },
    day: "1",
  });
});

test.each<[string, string | undefined, object]>([
  ["group_by=date,zone", undefined, { group_by: ["date", "zone_id"] }],
  ["groupby[]=date", undefined, { group_by: ["date"] }],
  ["additional_group_by=zone,size", "date", { group_by: ["date", "zone_id", "size"] }],
  ["additionalgroupby=zone", undefined, { group_by: ["zone_id"] }],
  [
    "additional-group-by[]=zone&additional-group-by[]=size,sub",
    "date",
    { group_by: ["date", "zone_id", "size", "sub"] },
  ],
  ["additional_group_by[a]=zone", "date", {}],
  ["additional_group_by=", "date", {}],
  ["additional_group_by=zone,", "date", { group_by: ["date", "zone_id"] }],
  ["group_by=date&additional_group_by=zone", "size", { group_by: ["date", "zone_id"] }],
  ["group_by[a]=date&additional_group_by=zone", "size", { group_by: { a: "date" } }],
])("%j in a report by %s is read as %j", (query, named, request) => {
  expect(readQueryString(query, named)).toEqual(request);
});

test.each<[string, object]>([
  ["orderby=clicks", { order_by: [{ field: "clicks", order: "asc" }] }],
  ["order_by=clicks&order=desc", { order_by: [{ field: "clicks", order: "desc" }] }],
  ["order_by[]=clicks&order=desc", { order_by: [{ field: "clicks", order: "desc" }] }],
  ["order=desc", {}],
  [
    "order_by[0][field]=ctr&order_by[0][order]=desc&order=asc",
    { order_by: [{ field: "ctr", order: "desc" }] },
  ],
  ["projection=base,video", { projection: ["base", "video"] }],
  ["projection[base]=clicks", { projection: { base: ["clicks"] } }],
  ["orderBy=d:revenue", { order_by: [{ field: "revenue", order: "desc" }] }],
  [
    "orderBy=a:hour,d:clicks",
    {
      order_by: [
        { field: "hour", order: "asc" },
        { field: "clicks", order: "desc" },
      ],
    },
  ],
  ["orderBy=x:hour&order=desc", { order_by: [{ field: "x:hour", order: "desc" }] }],
  ["include=totals,detailed", { totals: 1, detailed: 1 }],
  ["include=count", {}],
  ["include[]=totals&include[]=count", { totals: 1 }],
])("the order, projection or include in %j is read as %j", (query, request) => {
  expect(readQueryString(query)).toEqual(request);
});

test.each<[string, object]>([
  ["exclude[country_iso]=DEU,USA", { country_iso: ["DEU", "USA"] }],
  ["exclude[zone_id][]=1&exclude[zone_id][]=2&exclude[hour]=3", { zone_id: [1, 2], hour: [3] }],
])("%j is read as the exclusions %j", (query, exclude) => {
  expect(readQueryString(query)).toEqual({ exclude });
});

test.each<[string, object]>([
  ["metrics[ctr][min]=0.5&metrics[ctr][max]=-2", { ctr: { min: 0.5, max: -2 } }],
  ["metrics[ctr][min]=1e3&metrics[cost]=5", { ctr: { min: "1e3" }, cost: 5 }],
  ["metrics[ctr][min]=5.&metrics[x][]=1", { ctr: { min: "5." }, x: ["1"] }],
])("%j is read as the bounds %j", (query, metrics) => {
  expect(readQueryString(query)).toEqual({ metrics });
});

test.each<[string, object]>([
  ["include=totals,count&include=detailed", { totals: 1, detailed: 1 }],
  ["include[a]=totals", {}],
  ["order_by=clicks&order[]=desc", { order_by: [{ field: "clicks", order: ["desc"] }] }],
  ["group_by[a]=date,zone", { group_by: { a: "date,zone" } }],
  ["exclude=x&filter=1", { exclude: "x", filter: "1" }],
  ["limit[]=5&timezone[]=UTC", { limit: ["5"], timezone: ["UTC"] }],
  ["limit=-&offset=--5", { limit: "-", offset: "--5" }],
  ["limit=9007199254740991&offset=-9007199254740992", { limit: 2 ** 53 - 1, offset: "-9007199254740992" }],
  ["?a=?b", { a: "?b" }],
  ["limit=1e3&offset=0x10", { limit: "1e3", offset: "0x10" }],
  [
    "COUNT=1&Detailed=0&Time-Zone=UTC&TOTALS=1&Include=x",
    { count: 1, detailed: 0, timezone: "UTC", totals: 1, Include: "x" },
  ],
  ["Filter[zone_id]=1&EX_CLUDE[hour]=2", { filter: { zone_id: [1] }, exclude: { hour: [2] } }],
  ["PROJECTION=base&Order-By=ctr", { projection: ["base"], order_by: [{ field: "ctr", order: "asc" }] }],
  ["operatingsystemid=1&Browser-ID=2", { filter: { operating_system_id: [1], browser_id: [2] } }],
  ["groupby=date&group_by=zone", { group_by: ["zone_id"] }],
])("%j is read exactly as %j", (query, request) => {
  expect(readQueryString(query)).toEqual(request);
});

test("__proto__ and constructor as parameters do not change the prototype", () => {
  const request = readQueryString("limit=1&__proto__=5&constructor=x");
  expect(Object.getPrototypeOf(request)).toBe(Object.prototype);
  expect(request).toHaveProperty("limit", 1);
});

test("a list of 1,000 values, the maximum of a filter, is read completely", () => {
  const values = Array.from({ length: 1000 }, (_, at) => at);
  const query = values.map((value) => `zone_id[]=${value}`).join("&");
  expect(readQueryString(query)).toEqual({ filter: { zone_id: values } });
});

test.each<[string, object]>([
  ["filter[zone_id]=[101]", { filter: { zone_id: [101] } }],
  ["filter[zone_id]=[101, 102]&filter[sub]=[-1]", { filter: { zone_id: [101, 102], sub: [-1] } }],
  ["filter[zone_id]=[101]&filter[zone_id]=[102]", { filter: { zone_id: [101, 102] } }],
  ["filter[zone_id][]=[101,102]", { filter: { zone_id: [101, 102] } }],
  ["filter[zone_id][]=101,102", { filter: { zone_id: [101, 102] } }],
  ['filter[country_iso]=["deu","AUT"]', { filter: { country_iso: ["DEU", "AUT"] } }],
  ["filter%5Bsize%5D=%5B%22300x250%22%5D", { filter: { size: ["300x250"] } }],
  ['filter={"hour":[7,8],"date_from":"2026-11-01"}', { filter: { hour: [7, 8], date_from: "2026-11-01" } }],
  [
    'exclude[site_hostname]=["a.example","b.example"]',
    { exclude: { site_hostname: ["a.example", "b.example"] } },
  ],
  ["zoneid=[101,102]&hours=[7]", { filter: { zone_id: [101, 102], hour: [7] } }],
  ['group_by=["date","zone"]', { group_by: ["date", "zone_id"] }],
  ['group_by[]=["date"]&additional_group_by=["hour"]', { group_by: ["date", "hour"] }],
  ["group_by[]=date,zone", { group_by: ["date", "zone_id"] }],
  ['projection[base]=["clicks","ctr"]', { projection: { base: ["clicks", "ctr"] } }],
  [
    "projection[base]=clicks,ctr&projection[video]=views",
    { projection: { base: ["clicks", "ctr"], video: ["views"] } },
  ],
  ['projection=["base","video"]', { projection: ["base", "video"] }],
  ['projection={"base":["clicks"]}', { projection: { base: ["clicks"] } }],
  ['order_by={"field":"zone","order":"DESC"}', { order_by: [{ field: "zone_id", order: "desc" }] }],
  ['order_by[]={"field":"ctr","order":"asc"}', { order_by: [{ field: "ctr", order: "asc" }] }],
  [
    'order_by=["d:ctr","date"]',
    {
      order_by: [
        { field: "ctr", order: "desc" },
        { field: "date", order: "asc" },
      ],
    },
  ],
  ['metrics[ctr]={"min":0.5}', { metrics: { ctr: { min: 0.5 } } }],
  ['output_csv_fields=["zone_id","clicks"]', { output_csv_fields: ["zone_id", "clicks"] }],
  ['include=["totals"]', { totals: 1 }],
])("JSON and commas in the lists of %j are read as %j", (query, request) => {
  expect(readQueryString(query)).toEqual(request);
});

test.each<[string, object]>([
  ["filter[zone_id]=[101", { filter: { zone_id: ["[101"] } }],
  ["filter[zone_id]=[[[[[[1]]]]]]", { filter: { zone_id: ["[[[[[[1]]]]]]"] } }],
  ['filter[zone_id]={"a":1}', { filter: { zone_id: { a: 1 } } }],
  ["timezone=[Europe/Berlin]", { timezone: "[Europe/Berlin]" }],
])("%j, which is no list of values, is left to the validation as %j", (query, request) => {
  expect(readQueryString(query)).toEqual(request);
});
