/** The setting --smtp: what it may contain, and the sender that follows from it. */
import { expect, test } from "vitest";
import { parseSmtpAddress, readSmtpServer } from "../../../src/service/mail/smtpAddress.ts";

const ORIGIN = "https://ads.example";

test.each([
  ["smtp://mail.example", { host: "mail.example", port: 587, isSecure: false, isTlsOptional: false }],
  ["smtps://mail.example", { host: "mail.example", port: 465, isSecure: true, isTlsOptional: false }],
  ["smtp://mail.example:2525/", { port: 2525 }],
  ["smtp://[2001:db8::1]", { host: "2001:db8::1" }],
  ["smtp://post.müller.example", { host: "post.xn--mller-kva.example" }],
  ["smtp://post.m%C3%BCller.example", { host: "post.xn--mller-kva.example" }],
  ["smtp://localhost:25", { isTlsOptional: true, isLoopback: true }],
  ["smtp://127.0.0.2:25", { isTlsOptional: true, isLoopback: true }],
  ["smtp://[::1]:25", { host: "::1", isTlsOptional: true, isLoopback: true }],
  ["smtp://localhost.example:25", { isTlsOptional: false, isLoopback: false }],
  ["smtp://mail.example?tls=optional", { isTlsOptional: true, isLoopback: false }],
])("%s requires TLS unless the server is on this machine or the address says otherwise", (url, expected) => {
  expect(readSmtpServer(url, ORIGIN)).toMatchObject(expected);
});

test.each([
  ["smtp://mail.example", "no-reply@ads.example"],
  ["smtp://ads%40news.example:secret@mail.example", "ads@news.example"],
  ["smtp://apikey:secret@mail.example", "no-reply@ads.example"],
  ["smtp://apikey:secret@mail.example?from=ads@news.example", "ads@news.example"],
])("the sender of %s is %s", (url, from) => {
  expect(readSmtpServer(url, ORIGIN)).toMatchObject({ from, name: "ads.example" });
});

test("user and password are decoded", () => {
  expect(readSmtpServer("smtp://a%40b:p%2F%3Aw@mail.example", ORIGIN).user).toEqual({
    user: "a@b",
    pass: "p/:w",
  });
  expect(readSmtpServer("smtp://mail.example", ORIGIN)).not.toHaveProperty("user");
});

test.each([
  "mail.example:25",
  "http://mail.example",
  "smtp://",
  "smtp://mail.example/inbox",
  "smtp://mail.example#x",
  "smtp://%zz@mail.example",
  "smtp://mail%ff.example",
  "smtp://xn--a.example",
  "smtp://mail.example?tls=no",
  "smtps://mail.example?tls=optional",
  "smtp://mail.example?form=ads@news.example",
  "smtp://mail.example?from=ads",
  "smtp://mail.example?from=ads@news.example%0d%0aBcc:eve@evil.example",
])("%s is refused", (url) => {
  expect(() => parseSmtpAddress(url)).toThrow("Expected");
});

test.each([
  ["smtp://mail.example", undefined, "--smtp needs --origin"],
  ["smtp://ann@mail.example", ORIGIN, "--smtp-password-file"],
  ["smtp://:secret@mail.example", ORIGIN, "a password without a user"],
  [
    "smtp://mail.example",
    "http://127.0.0.1:8080",
    "no-reply@127.0.0.1 is no e-mail address. Add ?from=ADDRESS",
  ],
])("%s with the origin %s is refused with the reason", (url, origin, reason) => {
  expect(() => readSmtpServer(url, origin)).toThrow(reason);
});
