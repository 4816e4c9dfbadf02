const { createStatistics } = require("zonetag/statistics");

test("the statistics client can be loaded with require()", () => {
  const statistics = createStatistics({ baseUrl: "https://ads.example", credentials: { apiToken: "t" } });
  expect(typeof statistics.publisher.query).toBe("function");
});
