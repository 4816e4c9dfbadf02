import { expect, test } from "vitest";
import { dropServiceLinks } from "../../src/service/serviceLinks.ts";

test.each([
  "tcp://10.43.0.1:8080",
  "tcp://[fd00:10:96::1]:8080",
  "udp://10.43.0.1:443",
  "sctp://10.43.0.1:443",
])("ZONETAG_PORT=%s is removed with a warning that names the Service", (value) => {
  const environment = { ZONETAG_PORT: value, ZONETAG_DATA: "/data" };
  expect(dropServiceLinks(environment)).toBe(
    `ZONETAG_PORT=${value} is ignored: Kubernetes sets it for a Service named "zonetag". A number there, or --port, sets the port.`,
  );
  expect(environment).toEqual({ ZONETAG_DATA: "/data" });
});

test("values that a person may have set, and variables that are no settings, stay", () => {
  const environment = {
    ZONETAG_PORT: "80a",
    ZONETAG_REDIS: "tcp://10.43.0.1:6379",
    ZONETAG_REDIS_PORT: "tcp://10.43.0.1:6379",
    ZONETAG_SERVICE_HOST: "10.43.0.1",
    PORT: "tcp://10.43.0.1:8080",
  };
  const before = { ...environment };
  expect(dropServiceLinks(environment)).toBe(undefined);
  expect(environment).toEqual(before);
});
