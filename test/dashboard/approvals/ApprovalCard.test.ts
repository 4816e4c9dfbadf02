// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, expect, test } from "vitest";
import { ApprovalCard } from "../../../src/dashboard/approvals/ApprovalCard.tsx";
import type { Approval } from "../../../src/protocol/management.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const { data } = createData();
const props = { onDecided: () => {}, onConflict: () => {} };

beforeEach(() => sessionStorage.clear());

/** Shows a creative that waits with an image of the service. */
function open(image: string, version: string): void {
  const creative = {
    id: 5,
    version,
    name: "Spring",
    review: "waiting",
    size: "300x250",
    url: "https://shop.example/",
    image,
  };
  const approval = { account: { id: 3, name: "Bob" }, campaign: { id: 301, name: "Spring" }, creative };
  const card = h(ApprovalCard, { approval: approval as Partial<Approval> as Approval, ...props });
  show(h(Page, { data }, card));
}

const canApprove = () => root.querySelector<HTMLButtonElement>("[type='submit']")?.disabled === false;
const load = (outcome: "load" | "error") =>
  act(() => void root.querySelector("img")?.dispatchEvent(new Event(outcome)));

test("a picture can be approved once it was seen, and its next version only when that was seen, too", () => {
  open("/creatives/a.png", "1");
  expect(canApprove()).toBe(false);
  load("load");
  expect(canApprove()).toBe(true);
  open("/creatives/b.png", "2");
  expect(canApprove()).toBe(false);
  load("error");
  expect(canApprove()).toBe(false);
});

test("permission to approve an unseen picture ends with its next version", () => {
  open("/creatives/a.png", "1");
  load("error");
  act(() => root.querySelector<HTMLElement>("p button")?.click());
  expect(canApprove()).toBe(true);
  open("/creatives/b.png", "2");
  expect(canApprove()).toBe(false);
});
