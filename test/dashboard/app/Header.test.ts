// @vitest-environment happy-dom
import { h } from "preact";
import { expect, test } from "vitest";
import { Header } from "../../../src/dashboard/app/Header.tsx";
import { type Router, RouterContext, useAddress } from "../../../src/dashboard/app/router.ts";
import { createData } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const { account } = createData().data;

function Shown({ counts }: Pick<Router, "counts">) {
  const router = { ...useAddress(account), counts };
  const header = {
    account,
    settings: { language: "en", theme: "system" } as const,
    onSettings: () => {},
    onSwitch: async () => {},
    onSignOut: async () => {},
  };
  return h(RouterContext.Provider, { value: router }, h(Header, header));
}

test.each([
  [{ approvals: 1200 }, ["Approvals1,200"]],
  [{ approvals: 0 }, []],
  [{}, []],
])("with the waiting entries %j, the page links have the badges %j", (counts, badges) => {
  show(h(Shown, { counts }));
  const links = [...root.querySelectorAll(".page-links a")].filter((link) => link.querySelector(".badge"));
  expect(links.map(({ textContent }) => textContent)).toEqual(badges);
});
