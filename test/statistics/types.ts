/** The promises of the client's types: read by the compiler, never run. */
import type { Statistics } from "../../src/statistics/client.ts";

declare const statistics: Statistics;

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const is = <T extends true>(): T | undefined => undefined;

export async function roles(): Promise<void> {
  await statistics.publisher.query({ group_by: ["zone_id", "publisher_ad_type_id"] });
  await statistics.advertiser.query({ group_by: ["campaign_id", "advertiser_ad_type_id"] });
  // @ts-expect-error an advertiser has no publisher's grouping
  await statistics.advertiser.query({ group_by: ["publisher_ad_type_id"] });
  // @ts-expect-error a publisher has no campaigns
  await statistics.publisher.query({ group_by: ["date", "campaign_id"] });
  // @ts-expect-error nor filters by them
  await statistics.publisher.query({ group_by: ["date"], filter: { campaign_id: [1] } });
  // @ts-expect-error nor counts by them
  await statistics.publisher.count({ group_by: ["campaign_id"] });
  // @ts-expect-error web push is the publisher's
  await statistics.advertiser.query({ group_by: ["date"], projection: ["wpn"] });
  // @ts-expect-error goals are the advertiser's
  await statistics.publisher.totals({ projection: ["goals"] });
}

export async function groupings(): Promise<void> {
  await statistics.publisher.query({ group_by: ["date", "hour", "zone_id", "country_iso"] });
  // @ts-expect-error one grouping at least
  await statistics.publisher.query({ group_by: [] });
  // @ts-expect-error four at most
  await statistics.publisher.query({ group_by: ["date", "hour", "zone_id", "country_iso", "sub"] });
  // @ts-expect-error group_by is required
  await statistics.publisher.query({});

  const { result } = await statistics.publisher.query({ group_by: ["date", "country_iso"] });
  const [record] = result;
  is<Equal<NonNullable<NonNullable<typeof record>["group_by"]["date"]>, { date: string }>>();
  const name: string | undefined = record?.group_by.country_iso?.country_long_name;
  // @ts-expect-error a zone was not grouped by
  record?.group_by.zone_id;
  void name;
}

export async function orders(): Promise<void> {
  const order = "asc" as const;
  await statistics.advertiser.query({
    group_by: ["date", "campaign_id"],
    order_by: [
      { field: "campaign_id", order },
      { field: "rt_errors_ratio", order },
    ],
  });
  await statistics.advertiser.query({ group_by: ["date"], order_by: [{ field: "ecpa1", order }] });
  // @ts-expect-error a grouping that is not in group_by
  await statistics.advertiser.query({ group_by: ["date"], order_by: [{ field: "campaign_id", order }] });
  // @ts-expect-error no order by size, though it is grouped
  await statistics.advertiser.query({ group_by: ["size"], order_by: [{ field: "size", order }] });
  await statistics.publisher.query({ group_by: ["date"], order_by: [{ field: "revenue", order }] });
  // @ts-expect-error no order by margin
  await statistics.publisher.query({ group_by: ["date"], order_by: [{ field: "margin", order }] });
  // @ts-expect-error goals are the advertiser's
  await statistics.publisher.query({ group_by: ["date"], order_by: [{ field: "g1", order }] });
  // @ts-expect-error asc or desc
  await statistics.publisher.query({ group_by: ["date"], order_by: [{ field: "ctr", order: "up" }] });
  await statistics.publisher.query({
    group_by: ["date"],
    order_by: [
      { field: "ctr", order },
      { field: "cpm", order },
      // @ts-expect-error two at most
      { field: "cpc", order },
    ],
  });
}

export async function projections(): Promise<void> {
  const all = (await statistics.publisher.query({ group_by: ["date"] })).result[0];
  const views: number | undefined = all?.video.views;
  const sent: number | undefined = all?.wpn.sent;
  // @ts-expect-error cost is the advertiser's
  all?.cost;

  const blocks = (await statistics.advertiser.query({ group_by: ["date"], projection: ["rtb"] })).result[0];
  const wins: number | undefined = blocks?.rtb.wins;
  // @ts-expect-error base was not asked for
  blocks?.impressions;
  // @ts-expect-error nor was video
  blocks?.video;

  const request = { group_by: ["date"], projection: { base: ["clicks"], rtb: ["wins"] } } as const;
  const metrics = (await statistics.advertiser.query(request)).result[0];
  const clicks: number | undefined = metrics?.clicks;
  // @ts-expect-error impressions were not asked for
  metrics?.impressions;
  // @ts-expect-error nor were queries
  metrics?.rtb.queries;
  // @ts-expect-error a metric of another block
  await statistics.publisher.query({ group_by: ["date"], projection: { base: ["views"] } });
  void [views, sent, wins, clicks];
}

export async function totals(): Promise<void> {
  const asked = await statistics.publisher.query({ group_by: ["date"], totals: 1 });
  const impressions: number = asked.result_total.impressions;
  const plain = await statistics.publisher.query({ group_by: ["date"] });
  // @ts-expect-error totals were not asked for
  plain.result_total;
  const some = await statistics.publisher.totals({ projection: { base: ["ctr"] } });
  const ctr: number = some.ctr;
  // @ts-expect-error only ctr was asked for
  some.cpm;
  void [impressions, ctr];
}

export async function paging(): Promise<void> {
  for await (const page of statistics.publisher.pages({ group_by: ["sub"], projection: ["base"] })) {
    const sub: number | undefined = page.result[0]?.group_by.sub?.sub;
    void sub;
  }
  for await (const record of statistics.publisher.records({ group_by: ["sub"], projection: ["base"] })) {
    const revenue: number = record.revenue;
    // @ts-expect-error video was not asked for
    record.video;
    void revenue;
  }
  // @ts-expect-error abort by a signal, not by a function
  statistics.publisher.records({ group_by: ["sub"] }, { signal: () => {} });
}
