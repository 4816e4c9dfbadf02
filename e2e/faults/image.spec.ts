/** Invalid images. */
import type { ServerResponse } from "node:http";
import { png } from "../support/ads.ts";
import { expect, type Scenario, scenarios } from "./scenario.ts";

/** `reply` answers the request for the first zone's image; the second zone is served normally. */
const image = (reply: (response: ServerResponse) => void): Pick<Scenario, "prepare" | "states"> => ({
  prepare: ({ ads }) => ads.serve("/image/1-0", (_, response) => reply(response)),
  states: ["error", "filled"],
});

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="250" onload="parent.hacked=1"><script>top.hacked = 1; top.location = 'about:blank'</script><rect width="300" height="250"/></svg>`;

scenarios("image response", [
  { name: "404", ...image((response) => response.writeHead(404).end()) },
  { name: "500 with an HTML page", ...image((response) => response.writeHead(500).end("<h1>no</h1>")) },
  {
    name: "zero bytes",
    ...image((response) => response.writeHead(200, { "content-type": "image/png" }).end()),
  },
  {
    name: "HTML",
    ...image((response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>hello")),
  },
  {
    name: "a script",
    ...image((response) => response.writeHead(200, { "content-type": "text/javascript" }).end("hacked = 1")),
  },
  {
    name: "bytes that are not an image",
    ...image((response) =>
      response.writeHead(200, { "content-type": "image/png" }).end(Buffer.alloc(500, 7)),
    ),
  },
  { name: "a connection reset", ...image((response) => response.destroy()) },
  {
    name: "a redirect to an unknown host",
    ...image((response) => response.writeHead(302, { location: "http://nowhere.invalid/" }).end()),
  },
  {
    name: "an image request that is never answered ends in an error without an impression",
    ...image(() => {}),
  },
  {
    name: "an image 12,000 pixels wide fits into a box of 300",
    prepare: ({ ads }) =>
      ads.serve(
        "/image/1-0",
        (_, response) => void response.setHeader("content-type", "image/png").end(png(12_000, 40)),
      ),
    body: `<ins data-zone-id="1" data-size="300x250"><b>house</b></ins>`,
    states: ["filled"],
    also: async ({ tab }) => {
      expect(await tab.run("document.querySelector('[data-zone-id]').getBoundingClientRect().width")).toBe(
        300,
      );
      expect(await tab.run("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    },
  },
  {
    name: "an SVG with a script is shown, and the script does not run",
    prepare: ({ ads }) =>
      ads.serve(
        "/image/1-0",
        (_, response) => void response.setHeader("content-type", "image/svg+xml").end(svg),
      ),
    states: ["filled", "filled"],
    also: async ({ tab }) => expect(await tab.run("'hacked' in window")).toBe(false),
  },
]);
