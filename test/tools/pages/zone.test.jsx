/** @jest-environment jsdom */
import { act } from "react";
import { createRoot } from "react-dom/client";
import { createZonetag } from "zonetag";
import { Zone } from "zonetag/react";

globalThis.IS_REACT_ACT_ENVIRONMENT = true;

test("an empty zone on a React page shows its fallback content", async () => {
  globalThis.fetch = async () => ({
    status: 200,
    headers: new Map(),
    text: async () => '{"zones":[null],"errors":{}}',
  });
  const page = document.body.appendChild(document.createElement("main"));
  await act(async () => createRoot(page).render(<Zone zone={101} size="300x250" fallback="<b>house</b>" />));
  const zone = page.firstElementChild;
  const ended = new Promise((resolve) => zone.addEventListener("zonetag:empty", resolve));
  createZonetag({ endpoint: "https://ads.example/v1/placement" });
  await ended;
  expect([zone.dataset.zoneState, zone.textContent]).toEqual(["empty", "house"]);
});
