// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { PeoplePage } from "../../../src/dashboard/people/peoplePages.tsx";
import type { ServiceRequest } from "../../../src/statistics/client.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();

test("the page of users and API tokens waits for both lists, and requests each once", async () => {
  let answerUsers = (_: object) => {};
  const users = new Promise<object>((resolve) => {
    answerUsers = resolve;
  });
  const asked: string[] = [];
  const request = ({ path }: ServiceRequest) => {
    asked.push(path);
    return path.startsWith("/v2/users") ? users : { result: [] };
  };
  const { data } = createData({ answers: { request } });
  await act(async () => show(h(Page, { data }, h(PeoplePage, {}))));
  expect(root.querySelector("section, form")).toBeNull();
  await act(async () => answerUsers({ result: [] }));
  await expect.poll(() => root.querySelectorAll("form").length).toBe(2);
  expect(asked.toSorted()).toEqual(["/v2/tokens", "/v2/users"]);
});
