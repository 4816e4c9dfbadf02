const { createStatistics } = require("zonetag/statistics");

test("the statistics client is required", () => {
  const statistics = createStatistics({ baseUrl: "https://ads.example", credentials: { apiToken: "t" } });
  expect(typeof statistics.publisher.query).toBe("function");
});
