/** Checks by `tsc` what the types of the import allow and refuse; never run. */
import { createZonetag, type ErrorCode, type Zonetag } from "zonetag";

const z: Zonetag = createZonetag({ endpoint: "https://ads.example/v1/placement", lazy: 200, manual: true });

z.push((tag) => tag.scan());
z.set({
  userId: "u",
  email: undefined,
  buyeruids: ["a"],
  targeting: { plan: "pro" },
  gdpr: { gdpr: 1, consent: "C" },
});
z.refresh();
z.refresh(101);
z.refresh(document.body);
z.destroy(101);
z.render("native", async (entry, element) => element.append(entry.type));
const opened: Promise<void> = z.console();

document.body.addEventListener("zonetag:filled", ({ detail }) => {
  const id: number = detail.zoneId;
  const type: string = detail.data.type;
  return [id, type];
});
document.body.addEventListener("zonetag:error", ({ detail }) => {
  const code: ErrorCode = detail.code;
  return [code, detail.message.length];
});

document.addEventListener("zonetag:filled", ({ detail }) => detail.data.type);
window.addEventListener("zonetag:error", ({ detail }) => detail.code);
window.zonetag = window.zonetag || [];
window.zonetag.push((tag) => tag.refresh(document.querySelector("ins")));

// @ts-expect-error the endpoint is required
createZonetag({});
// @ts-expect-error an address is text
createZonetag({ endpoint: 7 });
// @ts-expect-error no such setting
createZonetag({ endpoint: "https://ads.example/", colour: "red" });
// @ts-expect-error credentials are omitted or included
createZonetag({ endpoint: "https://ads.example/", credentials: "same-origin" });
// @ts-expect-error gdpr is 0 or 1
createZonetag({ endpoint: "https://ads.example/", gdpr: 2 });
// @ts-expect-error an IP address is never set by a page
z.set({ ip: "192.0.2.1" });
// @ts-expect-error targeting values are strings
z.set({ targeting: { age: 7 } });
// @ts-expect-error a zone id is a number
z.refresh("101");
// @ts-expect-error a renderer is a function
z.render("native", "function");
document.body.addEventListener("zonetag:empty", ({ detail }) => {
  // @ts-expect-error an empty zone has no entry
  return detail.data;
});
document.body.addEventListener("zonetag:filled", ({ detail }) => {
  // @ts-expect-error a filled zone has no error
  return detail.code;
});

export { opened };
