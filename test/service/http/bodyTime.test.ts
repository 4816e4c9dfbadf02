import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { BodyTime } from "../../../src/service/http/bodyTime.ts";
import { defer } from "../../support/defer.ts";

test("a connection has more time until the work for its request has ended or failed", async () => {
  const bodyTime = new BodyTime();
  const [one, other] = [new Socket(), new Socket()];
  const complete = defer();
  const longer = bodyTime.extend(new IncomingMessage(one), () => complete.promise);
  expect([one, other].map((socket) => bodyTime.isExtended(socket))).toEqual([true, false]);
  const broken = bodyTime.extend(new IncomingMessage(other), () =>
    Promise.reject(new Error("The body ended.")),
  );
  await expect(broken).rejects.toThrow("The body ended.");
  expect([one, other].map((socket) => bodyTime.isExtended(socket))).toEqual([true, false]);
  complete.resolve();
  await longer;
  expect(bodyTime.isExtended(one)).toBe(false);
});

test("the end of an earlier request does not shorten the time of a later one on its connection", async () => {
  const bodyTime = new BodyTime();
  const socket = new Socket();
  const [first, second] = [defer(), defer()];
  const earlier = bodyTime.extend(new IncomingMessage(socket), () => first.promise);
  const later = bodyTime.extend(new IncomingMessage(socket), () => second.promise);
  first.resolve();
  await earlier;
  expect(bodyTime.isExtended(socket)).toBe(true);
  second.resolve();
  await later;
  expect(bodyTime.isExtended(socket)).toBe(false);
});
