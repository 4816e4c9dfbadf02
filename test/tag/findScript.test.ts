import { expect, test } from "vitest";
import { findScript, type Script } from "../../src/tag/findScript.ts";

const ADS = "https://ads.example/v1/placement";
const script = (src: string, endpoint?: string, type = "", dataSrc?: string): Script => ({
  src,
  type,
  dataset: { ...(endpoint && { endpoint }), ...(dataSrc && { src: dataSrc }) },
});

const OURS = script("https://cdn.example/zonetag.js", ADS);
const MODULE = script("https://cdn.example/zonetag.js", ADS, "module");
const RENAMED = script("https://site.example/app-1f3a.js", ADS, "module");
const VERSIONED = script("https://cdn.example/zonetag-1.2.0.js?v=1", ADS, "module");
const INLINE = script("", ADS, "module");
const CHAT = script("https://chat.example/chat.js", "https://chat.example/api");
const CHAT_TYPED = script("https://chat.example/chat.js", "https://chat.example/api", "text/javascript");
const COPY = script("https://cdn.example/zonetag.js");
const BLOCKED = script("https://cdn.example/zonetag.js", ADS, "text/plain");
const MOVED = script("", ADS, "text/plain", "//cdn.example/zonetag.js");
const OTHER_TAG = script("https://other.example/zonetag.js", "https://other.example/v1/placement");

/** `all`: the page's scripts with an endpoint. */
test.each<[what: string, current: Script | undefined, all: Script[], expected: Script | undefined]>([
  ["the running element", OURS, [CHAT, OURS], OURS],
  ["a renamed file that runs", RENAMED, [CHAT, RENAMED], RENAMED],
  ["a module behind another vendor's script", undefined, [CHAT, MODULE], MODULE],
  ["a module before another vendor's script", undefined, [MODULE, CHAT], MODULE],
  ["a module with a version in its name", undefined, [CHAT, VERSIONED], VERSIONED],
  ["a renamed module alone", undefined, [RENAMED], RENAMED],
  ["an inline module that imports the tag", undefined, [INLINE], INLINE],
  ["a renamed module beside another vendor's script", undefined, [CHAT, RENAMED], undefined],
  ["another vendor's script alone", undefined, [CHAT], undefined],
  ["another vendor's script with a type, alone", undefined, [CHAT_TYPED], undefined],
  ["no script", undefined, [], undefined],
  ["the blocked original of a running copy", COPY, [CHAT, BLOCKED], BLOCKED],
  ["a blocked original whose address was moved", COPY, [MOVED], MOVED],
  ["a running copy without an original", COPY, [CHAT], COPY],
  ["a running copy beside another service's tag", COPY, [OTHER_TAG], COPY],
  ["an inline script that runs beside another vendor's", script(""), [CHAT], undefined],
])("%s", (_what, current, all, expected) => {
  const found = findScript(current, all);
  expect(found?.dataset.endpoint).toBe(expected?.dataset.endpoint);
  expect(found).toEqual(expected ?? current);
});
