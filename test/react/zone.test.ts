// @isolated `preact/compat` changes the events of every later Preact in its process.
// @vitest-environment happy-dom
import { execFileSync } from "node:child_process";
import type { FunctionComponent } from "preact/compat";
import { createElement, createRef, type Ref } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { Zone, type ZoneProps } from "../../src/react/index.ts";

afterEach(() => document.body.replaceChildren());

/** Imports the component with React replaced by `preact/compat`. */
async function importWithPreact() {
  vi.doMock("react", () => import("preact/compat"));
  vi.resetModules();
  onTestFinished(() => {
    vi.doUnmock("react");
    vi.resetModules();
  });
  const preact = await import("preact/compat");
  const { Zone } = await import("../../src/react/index.ts");
  return { ...preact, Zone: Zone as unknown as FunctionComponent<ZoneProps & { ref?: Ref<HTMLElement> }> };
}

function renderWithReact(props: ZoneProps & { ref?: Ref<HTMLElement> }): () => void {
  const root = createRoot(document.body);
  flushSync(() => root.render(createElement(Zone, props)));
  return () => flushSync(() => root.unmount());
}

test("React sets an object ref to the placeholder and clears it on unmount", () => {
  const ref = createRef<HTMLModElement>();
  const unmount = renderWithReact({ zone: 101, as: "ins", ref });
  expect(ref.current).toBe(document.querySelector("ins[data-zone-id='101']"));
  unmount();
  expect(ref.current).toBeNull();
});

test("React calls a ref function with the placeholder", () => {
  const ref = vi.fn((_element: HTMLDivElement | null) => {});
  renderWithReact({ zone: 101, ref })();
  expect(ref.mock.calls.map(([element]) => element)).toEqual([expect.any(HTMLDivElement), null]);
});

// React 18 and Preact 10 pass `ref` to function components only through `forwardRef`.
test("the component forwards its ref in React 18 and Preact 10", async () => {
  const forwarded = { $$typeof: Symbol.for("react.forward_ref"), render: expect.any(Function) };
  expect({ ...Zone }).toMatchObject(forwarded);
  expect({ ...(await importWithPreact()).Zone }).toMatchObject(forwarded);
});

test("Preact sets a ref to the placeholder", async () => {
  const preact = await importWithPreact();
  const ref = preact.createRef<HTMLElement>();
  preact.render(preact.createElement(preact.Zone, { zone: "101", size: "300x250", ref }), document.body);
  expect(ref.current).toBe(document.querySelector("div[data-zone-id='101']"));
  preact.render(null, document.body);
  expect(ref.current).toBeNull();
});

test("the component renders with React's server build, which has no hooks", () => {
  const code = `
    import * as react from "react";
    import { Zone } from "./src/react/index.ts";
    const { type, props } = Zone.render({ zone: "101" }, undefined);
    console.log("useState" in react, type, props["data-zone-id"]);`;
  const flags = ["--conditions=react-server", "--import=tsx", "--input-type=module"];
  const printed = execFileSync(process.execPath, [...flags, "--eval", code], { encoding: "utf8" });
  expect(printed).toBe("false div 101\n");
});

test.each<[unknown, string]>([
  [101, "101"],
  ["101", "101"],
  ["top", "top"],
  ["", ""],
  [-1, "-1"],
  [Number.NaN, "NaN"],
  [{ id: 101 }, "[object Object]"],
  [Symbol("top"), "Symbol(top)"],
])("zone %o is rendered as data-zone-id=%o without a console error", async (given, expected) => {
  const error = vi.spyOn(console, "error");
  onTestFinished(() => error.mockRestore());
  const zone = given as ZoneProps["zone"];
  const findId = () => document.querySelector("div")?.dataset.zoneId;
  expect(renderToStaticMarkup(createElement(Zone, { zone }))).toBe(`<div data-zone-id="${expected}"></div>`);
  const unmount = renderWithReact({ zone });
  expect(findId()).toBe(expected);
  unmount();
  const preact = await importWithPreact();
  preact.render(preact.createElement(preact.Zone, { zone }), document.body);
  expect(findId()).toBe(expected);
  preact.render(null, document.body);
  expect(error).not.toHaveBeenCalled();
});

test.each([undefined, null])("a zone of %o, which is not loaded yet, renders no id attribute", (given) => {
  const zone = given as unknown as ZoneProps["zone"];
  expect(renderToStaticMarkup(createElement(Zone, { zone }))).toBe("<div></div>");
});

test("the types require a zone and refuse an id that is neither number nor text", () => {
  const typed: ZoneProps[] = [{ zone: 101 }, { zone: "101" }];
  // @ts-expect-error a zone is required
  typed.push({});
  // @ts-expect-error an id is a number or text
  typed.push({ zone: { id: 101 } });
  // @ts-expect-error the tag owns the content
  typed.push({ zone: 101, children: "content" });
  expect(typed).toHaveLength(5);
});
