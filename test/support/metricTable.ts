/**
 * Metrics of each block, written by hand as `terms | unit | accounts` or `times × terms ÷ terms, else value | …`. Tests
 * compare the service's table with this table and compute expected reports from it.
 */
export const METRIC_TABLE: Record<"base" | "video" | "wpn" | "rtb", Record<string, string>> = {
  base: {
    impressions: "impressions | count | all",
    clicks: "clicks | count | all",
    cost: "cost | money | advertiser,network",
    revenue: "publisher_revenue | money | publisher,network",
    cpc: "1 × own_money ÷ clicks, else 0 | money | all",
    cpm: "1000 × own_money ÷ impressions, else 0 | money | all",
    ctr: "100 × clicks ÷ impressions, else 0 | percent | all",
    ad_requests: "ad_requests | count | all",
    fill_rate: "100 × filled ÷ ad_requests, else 0 | percent | all",
    ad_requests_rpm: "1000 × own_money ÷ ad_requests, else 0 | money | all",
    publisher_revenue: "publisher_revenue | money | network",
    network_revenue: "cost -publisher_revenue | money | network",
    margin: "100 × cost -publisher_revenue ÷ cost, else 0 | percent | network",
    invalid_impressions: "invalid_impressions | count | network",
    invalid_clicks: "invalid_clicks | count | network",
    robot_requests: "robot_requests | count | network",
    robot_impressions: "robot_impressions | count | network",
    robot_clicks: "robot_clicks | count | network",
  },
  video: {
    impressions: "video_impressions | count | all",
    views: "video_views | count | all",
    cpv: "1 × own_money ÷ video_views, else 0 | money | all",
    vtr: "100 × video_views ÷ video_impressions, else 0 | percent | all",
  },
  wpn: {
    sent: "wpn_sent | count | publisher,network",
    subscriptions: "wpn_subscriptions | count | publisher,network",
    unsubscriptions: "wpn_unsubscriptions | count | publisher,network",
  },
  rtb: {
    queries: "rtb_queries | count | all",
    success: "rtb_success | count | all",
    no_bid: "rtb_no_bid | count | all",
    errors: "rtb_errors | count | all",
    timeouts: "rtb_timeouts | count | all",
    skipped: "rtb_skipped | count | all",
    wins: "rtb_wins | count | all",
    value: "rtb_value | money | all",
    total_time: "rtb_total_time | milliseconds | all",
    avg_total_time: "1 × rtb_total_time ÷ rtb_queries, else 0 | milliseconds | all",
    avg_cpm: "1000 × rtb_value ÷ rtb_wins, else 0 | money | all",
    bid_response_ratio: "100 × rtb_success ÷ rtb_queries, else 0 | percent | all",
    no_bid_ratio: "100 × rtb_no_bid ÷ rtb_queries, else 0 | percent | all",
    errors_ratio: "100 × rtb_errors ÷ rtb_queries, else 0 | percent | all",
    timeouts_ratio: "100 × rtb_timeouts ÷ rtb_queries, else 0 | percent | all",
    skipped_ratio: "100 × rtb_skipped ÷ rtb_queries rtb_skipped, else 0 | percent | all",
    win_ratio: "100 × rtb_wins ÷ rtb_success, else 0 | percent | all",
  },
};

/** Metrics of the base block that only reports with `detailed` show. */
export const DETAILED_ONLY = [
  "invalid_impressions",
  "invalid_clicks",
  "robot_requests",
  "robot_impressions",
  "robot_clicks",
];
