// @isolated It sets the time zone of its process.
import { expect, test } from "vitest";
import { parseLine } from "../../../src/service/import/line.ts";

test.each(["Asia/Tokyo", "America/Los_Angeles"])(
  "a time without an offset is read as UTC when the machine is in %s",
  (zone) => {
    process.env.TZ = zone;
    expect(new Date("2026-11-20T00:00").getTimezoneOffset()).not.toBe(0);
    const read = (time: string) => parseLine({ time, publisher_id: 1, impressions: 1 }, undefined);
    expect(read("2026-11-20 14:30")).toMatchObject({ fact: { time: new Date("2026-11-20T14:30:00Z") } });
    expect(read("2026-11-20")).toMatchObject({ fact: { time: new Date("2026-11-20T00:00:00Z") } });
  },
);
