/** Guarantees of the client's types, checked by the compiler and never run. */
import type { Statistics } from "../../src/statistics/client.ts";

declare const statistics: Statistics;

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const is = <T extends true>(): T | undefined => undefined;

export async function roles(): Promise<void> {
  await statistics.publisher.query({ group_by: ["zone_id", "publisher_ad_type_id"] });
  await statistics.advertiser.query({ group_by: ["campaign_id", "advertiser_ad_type_id"] });
  // @ts-expect-error an advertiser cannot group by the publisher's ad type
  await statistics.advertiser.query({ group_by: ["publisher_ad_type_id"] });
  // @ts-expect-error a publisher cannot group by campaigns
  await statistics.publisher.query({ group_by: ["date", "campaign_id"] });
  // @ts-expect-error a publisher cannot filter by campaigns
  await statistics.publisher.query({ group_by: ["date"], filter: { campaign_id: [1] } });
  // @ts-expect-error a publisher cannot count by campaigns
  await statistics.publisher.count({ group_by: ["campaign_id"] });
  // @ts-expect-error an advertiser has no web push metrics
  await statistics.advertiser.query({ group_by: ["date"], projection: ["wpn"] });
  // @ts-expect-error a publisher has no goals
  await statistics.publisher.totals({ projection: ["goals"] });
}

export async function groupings(): Promise<void> {
  await statistics.publisher.query({ group_by: ["date", "hour", "zone_id", "country_iso"] });
  // @ts-expect-error at least one grouping is required
  await statistics.publisher.query({ group_by: [] });
  // @ts-expect-error at most four groupings are allowed
  await statistics.publisher.query({ group_by: ["date", "hour", "zone_id", "country_iso", "sub"] });
  // @ts-expect-error group_by is required
  await statistics.publisher.query({});

  const { result } = await statistics.publisher.query({ group_by: ["date", "country_iso"] });
  const [record] = result;
  is<Equal<NonNullable<NonNullable<typeof record>["group_by"]["date"]>, { date: string }>>();
  const name: string | undefined = record?.group_by.country_iso?.country_long_name;
  // @ts-expect-error zone_id is not in group_by
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
  // @ts-expect-error campaign_id is not in group_by
  await statistics.advertiser.query({ group_by: ["date"], order_by: [{ field: "campaign_id", order }] });
  // @ts-expect-error size cannot be ordered by
  await statistics.advertiser.query({ group_by: ["size"], order_by: [{ field: "size", order }] });
  await statistics.publisher.query({ group_by: ["date"], order_by: [{ field: "revenue", order }] });
  // @ts-expect-error margin cannot be ordered by
  await statistics.publisher.query({ group_by: ["date"], order_by: [{ field: "margin", order }] });
  // @ts-expect-error a publisher cannot order by goals
  await statistics.publisher.query({ group_by: ["date"], order_by: [{ field: "g1", order }] });
  // @ts-expect-error the order is asc or desc
  await statistics.publisher.query({ group_by: ["date"], order_by: [{ field: "ctr", order: "up" }] });
  await statistics.publisher.query({
    group_by: ["date"],
    order_by: [
      { field: "ctr", order },
      { field: "cpm", order },
      // @ts-expect-error at most two fields are allowed
      { field: "cpc", order },
    ],
  });
}

export async function projections(): Promise<void> {
  const all = (await statistics.publisher.query({ group_by: ["date"] })).result[0];
  const views: number | undefined = all?.video.views;
  const sent: number | undefined = all?.wpn.sent;
  // @ts-expect-error a publisher has no cost
  all?.cost;

  const blocks = (await statistics.advertiser.query({ group_by: ["date"], projection: ["rtb"] })).result[0];
  const wins: number | undefined = blocks?.rtb.wins;
  // @ts-expect-error base was not requested
  blocks?.impressions;
  // @ts-expect-error video was not requested
  blocks?.video;

  const request = { group_by: ["date"], projection: { base: ["clicks"], rtb: ["wins"] } } as const;
  const metrics = (await statistics.advertiser.query(request)).result[0];
  const clicks: number | undefined = metrics?.clicks;
  // @ts-expect-error impressions were not requested
  metrics?.impressions;
  // @ts-expect-error queries were not requested
  metrics?.rtb.queries;
  // @ts-expect-error views is a metric of another block
  await statistics.publisher.query({ group_by: ["date"], projection: { base: ["views"] } });
  void [views, sent, wins, clicks];
}

export async function totals(): Promise<void> {
  const asked = await statistics.publisher.query({ group_by: ["date"], totals: 1 });
  const impressions: number = asked.result_total.impressions;
  const plain = await statistics.publisher.query({ group_by: ["date"] });
  // @ts-expect-error totals were not requested
  plain.result_total;
  const some = await statistics.publisher.totals({ projection: { base: ["ctr"] } });
  const ctr: number = some.ctr;
  // @ts-expect-error only ctr was requested
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
    // @ts-expect-error video was not requested
    record.video;
    void revenue;
  }
  // @ts-expect-error signal is an AbortSignal, not a function
  statistics.publisher.records({ group_by: ["sub"] }, { signal: () => {} });
}
