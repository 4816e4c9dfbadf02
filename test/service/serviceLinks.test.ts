import { expect, test } from "vitest";
import { dropServiceLinks } from "../../src/service/serviceLinks.ts";

test.each([
  ["ZONETAG_PORT", "tcp://10.43.0.1:8080", "zonetag"],
  ["ZONETAG_PORT", "tcp://[fd00:10:96::1]:8080", "zonetag"],
  ["ZONETAG_PORT", "udp://10.43.0.1:443", "zonetag"],
  ["ZONETAG_PORT", "sctp://10.43.0.1:443", "zonetag"],
  ["ZONETAG_SITE_PORT", "tcp://10.43.0.1:80", "zonetag-site"],
])("%s=%s is removed with a warning that names the Service", (name, value, service) => {
  const environment = { [name]: value, ZONETAG_DATA: "/data" };
  expect(dropServiceLinks(environment)).toEqual([
    `${name}=${value} is ignored: Kubernetes sets it for a Service named "${service}". A number there, or --port, sets the port.`,
  ]);
  expect(environment).toEqual({ ZONETAG_DATA: "/data" });
});

test("values that a person may have set stay, the wrong ones to be refused", () => {
  const environment = {
    ZONETAG_PORT: "80a",
    ZONETAG_REDIS: "tcp://10.43.0.1:6379",
    ZONETAG_SERVICE_HOST: "10.43.0.1",
    PORT: "tcp://10.43.0.1:8080",
  };
  const before = { ...environment };
  expect(dropServiceLinks(environment)).toEqual([]);
  expect(environment).toEqual(before);
});
