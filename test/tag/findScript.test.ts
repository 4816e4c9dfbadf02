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
  ["the running script element is used", OURS, [CHAT, OURS], OURS],
  ["a running script with a renamed file is used", RENAMED, [CHAT, RENAMED], RENAMED],
  ["a module is found after another vendor's script", undefined, [CHAT, MODULE], MODULE],
  ["a module is found before another vendor's script", undefined, [MODULE, CHAT], MODULE],
  ["a module with a version in its file name is found", undefined, [CHAT, VERSIONED], VERSIONED],
  ["a renamed module is found if it is the only script", undefined, [RENAMED], RENAMED],
  ["an inline module that imports the tag is found", undefined, [INLINE], INLINE],
  ["a renamed module beside another vendor's script is not found", undefined, [CHAT, RENAMED], undefined],
  ["another vendor's script is not mistaken for the tag", undefined, [CHAT], undefined],
  ["another vendor's script with a type is not mistaken for the tag", undefined, [CHAT_TYPED], undefined],
  ["a page without scripts yields undefined", undefined, [], undefined],
  ["a running copy without settings uses its blocked original", COPY, [CHAT, BLOCKED], BLOCKED],
  ["a running copy uses a blocked original whose address is in data-src", COPY, [MOVED], MOVED],
  ["a running copy without an original is used itself", COPY, [CHAT], COPY],
  ["a running copy ignores another service's tag", COPY, [OTHER_TAG], COPY],
  ["a running inline script ignores another vendor's script", script(""), [CHAT], undefined],
])("%s", (_what, current, all, expected) => {
  const found = findScript(current, all);
  expect(found?.dataset.endpoint).toBe(expected?.dataset.endpoint);
  expect(found).toEqual(expected ?? current);
});
