/**
 * Page with one image of another host, for frames of the dashboard. The policy of the dashboard allows only own images; that
 * of this page allows those of one host, and nothing else.
 */
import { html } from "hono/html";
import { isSafeAddress, parseUrl } from "../../protocol/addresses.ts";
import type { Call } from "../interface/call.ts";

/** Hosts that can be in a policy. A URL may have others: `;` would begin another directive. */
const HOST = /^[\w.-]+(:\d+)?$/;

export function answerImageFrame(c: Call): Response | Promise<Response> {
  const image = c.req.query("image") ?? "";
  const { protocol = "", host = "" } = (isSafeAddress(image) && parseUrl(image)) || {};
  // Opened by itself, the page would show anybody's picture under the address of the service.
  const isFramed = (c.req.header("Sec-Fetch-Dest") ?? "iframe") === "iframe";
  if (!/^https?:$/.test(protocol) || !HOST.test(host) || !isFramed) return c.notFound();
  const policy = [
    "default-src 'none'",
    `img-src ${protocol}//${host}`,
    "style-src 'unsafe-inline'",
    "frame-ancestors 'self'",
    "sandbox",
  ];
  c.header("Content-Security-Policy", policy.join("; "));
  c.header("X-Frame-Options", "SAMEORIGIN");
  c.header("Referrer-Policy", "no-referrer");
  c.header("Cache-Control", "no-store");
  return c.html(html`<!doctype html>
<meta charset="utf-8">
<style>html,body{height:100%;margin:0}img{display:block;width:100%;height:100%;object-fit:contain;object-position:0 0}</style>
<img src="${image}" alt="">
`);
}
