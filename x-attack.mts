import { Agent, request } from "node:http";
import { connect } from "node:net";
const PORT = Number(process.argv[2]); const only = process.argv.slice(3);
const agent = new Agent({ keepAlive: true, maxSockets: 200 });
type R = { status: number; body: string; ms: number };
const call = (method: string, path: string, token: string | undefined, body?: unknown, headers: Record<string,string> = {}, raw?: Buffer): Promise<R> => new Promise((res) => {
  const start = performance.now();
  const data = raw ?? (body === undefined ? undefined : Buffer.from(typeof body === "string" ? body : JSON.stringify(body)));
  const r = request({ port: PORT, host: "127.0.0.1", method, path, agent, headers: { ...(token && { Authorization: `Bearer ${token}` }), ...(data && { "Content-Type": "application/json", "Content-Length": String(data.length) }), "If-Match": "*", ...headers } }, (m) => {
    let n = 0; const parts: Buffer[] = []; m.on("data", (c) => { n += c.length; if (n < 4000) parts.push(c); }); m.on("end", () => res({ status: m.statusCode ?? 0, body: Buffer.concat(parts).toString(), ms: performance.now() - start })); m.on("error", () => res({ status: -1, body: "", ms: 0 }));
  });
  r.on("error", (e) => res({ status: -1, body: String(e), ms: performance.now() - start })); r.setTimeout(60000, () => r.destroy()); r.end(data);
});
const pagent = new Agent({ keepAlive: true, maxSockets: 4 });
const place = (): Promise<{ ok: boolean; ms: number; st: number }> => new Promise((res) => {
  const start = performance.now();
  const data = JSON.stringify({ user: { ip: "203.0.113.7", ua: "Mozilla/5.0", referer: "http://localhost/word1/word2" }, zones: [{ id: 1 }, { id: 2 }, { id: 3 }] });
  const r = request({ port: PORT, host: "127.0.0.1", localAddress: "127.0.0.2", method: "POST", path: "/v1/placement", agent: pagent, headers: { "Content-Type": "text/plain", "Content-Length": Buffer.byteLength(data) } }, (m) => { m.resume(); m.on("end", () => res({ ok: m.statusCode === 200, st: m.statusCode ?? 0, ms: performance.now() - start })); });
  r.on("error", () => res({ ok: false, st: -1, ms: performance.now() - start })); r.setTimeout(20000, () => r.destroy()); r.end(data);
});
async function probe(work: () => Promise<unknown>) {
  const times: number[] = []; let fails: number[] = []; let over = false;
  const loop = (async () => { while (!over) { const p = await place(); times.push(p.ms); if (!p.ok) fails.push(p.st); await new Promise((r) => setTimeout(r, 10)); } })();
  const result = await work(); over = true; await loop;
  times.sort((a, b) => a - b); const q = (f: number) => (times[Math.min(times.length - 1, Math.floor(times.length * f))] ?? 0).toFixed(1);
  return { result, n: times.length, p50: q(.5), p90: q(.9), p99: q(.99), max: q(1), fails: fails.length };
}
const hist = (rs: R[]) => { const h: Record<string, number> = {}; for (const r of rs) h[r.status] = (h[r.status] ?? 0) + 1; return h; };
const rss = async () => { const m = await call("GET", "/metrics", undefined); const { execSync } = await import("node:child_process"); return Math.round(Number(execSync(`ps -o rss= -p $(lsof -t -iTCP:${PORT} -sTCP:LISTEN 2>/dev/null || cat /tmp/doors/pid)`).toString().trim()) / 1024); };
const flood = (n: number, make: (at: number) => Promise<R>) => Promise.all(Array.from({ length: n }, (_, at) => make(at)));
const T = (id: number) => `token-${id}`;
const attacks: Record<string, () => Promise<unknown>> = {
  alone: async () => { await new Promise((r) => setTimeout(r, 4000)); return []; },
  explain: () => flood(60, (at) => call("POST", "/v2/placement/explain", T(1), { user: {}, zones: Array.from({ length: 100 }, (_, z) => ({ id: 1 + (z + at) % 200, keywords: `k${z}` })) })),
  explain5: () => flood(60, (at) => call("POST", "/v2/placement/explain", T(1), { user: {}, zones: Array.from({ length: 8 }, (_, z) => ({ id: 1 + (z + at) % 200, keywords: `k${z} word${z}` })) })),
  performance: () => flood(100, () => call("POST", "/v2/performance", T(1), { by: ["date", "campaign_id", "zone_id", "site_id"], role: "advertiser", days: { from: "2024-01-01", to: "2026-11-28" }, compared: { from: "2021-01-01", to: "2023-12-31" } })),
  activity: () => flood(100, () => call("GET", "/v2/activity", T(1))),
  unfilled: () => flood(100, (at) => call("GET", `/v2/zones/${at + 1}/unfilled?from=2026-11-01&to=2026-11-28`, T(1))),
  unfilledC: () => flood(100, (at) => call("GET", `/v2/campaigns/${at + 1}/unfilled`, T(3))),
  estimate: () => flood(100, (at) => call("POST", "/v2/estimate", T(3), { sizes: ["300x250"], keywords: Array.from({ length: 1000 }, (_, k) => `w${k} a b c ${at}`), targeting: { times: { days: [], timezone: "Europe/Berlin" } } })),
  estimate2: () => flood(100, (at) => call("POST", "/v2/estimate", T(1), { sizes: ["300x250"] })),
  bulk: () => flood(10, (at) => call("POST", "/v2/campaigns/bulk", T(3), { ids: Array.from({ length: 1000 }, (_, i) => i + 1), versions: Array(1000).fill("*"), patch: { keywords: Array.from({ length: 1000 }, (_, k) => `${at}x${k}`) } })),
  bulkRename: () => flood(20, (at) => call("POST", "/v2/campaigns/bulk", T(3), { ids: Array.from({ length: 1000 }, (_, i) => i + 1), versions: Array(1000).fill("*"), patch: { name: `Renamed ${at} ` + "n".repeat(60) } })),
  bulkZones: () => flood(20, (at) => call("POST", "/v2/zones/bulk", T(2), { ids: Array.from({ length: 200 }, (_, i) => i + 1), versions: Array(200).fill("*"), patch: { name: `Z${at}` } })),
  bulkRefused: () => flood(40, (at) => call("POST", "/v2/campaigns/bulk", T(3), { ids: Array.from({ length: 1000 }, (_, i) => i + 1), versions: Array(1000).fill("wrong"), patch: { name: `R${at}` } })),
  creatives: () => flood(80, (at) => call("POST", "/v2/campaigns/7/creatives", T(3), { size: "300x250", image: "https://cdn.example/" + "i".repeat(1900), url: "https://shop.example/" + at + "u".repeat(1900) })),
  images: () => { const png = Buffer.alloc(500 * 1024); Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex").copy(png); return flood(100, (at) => { const b = Buffer.from(png); b.writeUInt32BE(at, 200000); return call("POST", "/v2/images", T(3), undefined, {}, b); }); },
  gifs: () => { const head = Buffer.from("47494638396101000100000000", "hex"); const frame = Buffer.from("2c000000000100010000020100", "hex"); const body = Buffer.concat([head, ...Array(38000).fill(frame), Buffer.from("3b", "hex")]); return flood(100, () => call("POST", "/v2/images", T(3), undefined, { "Content-Type": "image/gif" }, body.subarray(0, 520000))); },
  imports: () => flood(6, (at) => call("POST", `/v2/imports?name=i${at}`, T(1), Array.from({ length: 20000 }, (_, i) => JSON.stringify({ time: "2026-11-01T00:00:00Z", zone_id: 1 + i % 200, campaign_id: 1 + i % 3000, impressions: 1, cost: "0.1" })).join("\n"), { "Content-Type": "application/x-ndjson" })),
  views: () => flood(140, (at) => at < 100 ? call("POST", "/v2/views", T(1), { name: `view ${at} ` + "é".repeat(40), view: "?" + "x".repeat(3900) }) : call("GET", "/v2/views", T(1))),
  links: () => flood(140, (at) => at < 110 ? call("POST", "/v2/shares", T(2), { role: "publisher", name: `L${at}`, view: "?" + "v".repeat(3900), days: 365, filter: { zone_id: Array.from({ length: 1000 }, (_, i) => i + 1) } }) : call("GET", "/v2/shares", T(2))),
  lists: () => flood(60, () => call("GET", "/v2/campaigns?limit=5000", T(3))),
  search: () => flood(100, (at) => call("GET", `/v2/campaigns?limit=5000&search=${encodeURIComponent("ñ".repeat(500) + at)}`, T(1))),
  changes: () => flood(100, () => call("GET", "/v2/changes?limit=5000", T(1))),
  changes1: () => flood(100, () => call("GET", "/v2/changes?limit=1&offset=100", T(3))),
  collections: () => flood(140, (at) => call("GET", `/v2/collections/${["campaigns", "variations", "zones", "sites", "offers"][at % 5]}`, T(1))),
  reports: () => flood(60, (at) => call("POST", "/v2/statistics/a/global", T(1), { group_by: ["date", "campaign_id", "zone_id", "country_iso"], filter: { date_from: "2020-01-01", date_to: "2026-11-28", campaign_id: Array.from({ length: 6000 }, (_, i) => i + at) } })),
  reportsBad: () => flood(60, (at) => call("POST", "/v2/statistics/a/global", T(1), { filter: { campaign_id: "9".repeat(60000) } })),
  pages: () => flood(100, () => call("POST", "/v2/page", T(1), { address: "http://localhost:" + PORT + "/dashboard/" })),
  deep: async () => { const deep = (n: number) => "[".repeat(n) + "]".repeat(n); const obj = (n: number) => '{"a":'.repeat(n) + "1" + "}".repeat(n); const routes = ["POST /v2/estimate", "POST /v2/performance", "POST /v2/placement/explain", "POST /v2/campaigns/bulk", "PATCH /v2/campaigns/1", "POST /v2/campaigns", "POST /v2/shares", "POST /v2/views", "POST /v2/users", "POST /v2/tokens", "PATCH /v2/user", "PATCH /v2/account", "POST /v2/sites", "POST /v2/zones", "POST /v2/page", "POST /v2/statistics/a/global", "POST /v2/login", "POST /v2/password", "POST /v2/campaigns/1/creatives/1/reject"]; const bodies = [deep(31000), obj(10000), `{"user":${deep(30)},"zones":${deep(31)},"ids":${deep(31)}}`, '{"ids":[' + "1,".repeat(30000) + "1]}", '{"name":"' + "\\ud800".repeat(9000) + '"}', '{"__proto__":{"a":1},"constructor":{"prototype":1},"name":"x"}', "1e999", '{"a":1,"a":2}', '{"name":"' + "\u202e\u0000".replace("\u0000", "\\u0000").repeat(500) + '"}', JSON.stringify({ filter: Object.fromEntries(Array.from({ length: 5000 }, (_, i) => ["k" + i, i])) }), JSON.stringify(Object.fromEntries(Array.from({ length: 6000 }, (_, i) => ["k" + i, i]))), "null", '"x"', "[]", "\ufeff{}"]; const out: string[] = []; for (const r of routes) for (const [i, b] of bodies.entries()) { const [m = "", p = ""] = r.split(" "); const a = await call(m, p, i % 2 ? T(1) : T(3), b); if (a.status >= 500 || a.status < 0 || a.ms > 300) out.push(`${r} body ${i}: ${a.status} ${a.ms.toFixed(0)} ms ${a.body.slice(0, 120)}`); } return out; },
  ids: async () => { const out: string[] = []; for (const p of ["campaigns", "zones", "sites", "accounts", "users", "tokens", "shares", "views", "sessions"]) for (const id of ["9".repeat(15), "9".repeat(4000), "%00", "%ff", "%F0%9F%92%A9".repeat(100), "../1", "1.5", "-1", "__proto__", "constructor", "1e3", "0x1", " 1", "%2e%2e%2f"]) for (const m of ["GET", "PATCH", "DELETE"]) { const a = await call(m, `/v2/${p}/${id.replace(" ", "%20")}`, T(1), m === "PATCH" ? {} : undefined); if (a.status >= 500 || a.status < 0) out.push(`${m} ${p} ${id.slice(0, 20)}: ${a.status} ${a.body.slice(0, 100)}`); } for (const q of ["limit=" + "9".repeat(400), "limit[]=1", "search=%ff", "kind=__proto__", "id=NaN", "campaign=1e400", "request=%00", "offset=-1", "limit=1&limit=2", "a".repeat(8000)]) for (const p of ["campaigns", "changes", "users", "collections/campaigns", "approvals", "imports", "tokens?" ]) { const a = await call("GET", `/v2/${p}?${q}`, T(1)); if (a.status >= 500 || a.status < 0) out.push(`GET ${p}?${q.slice(0, 20)}: ${a.status} ${a.body.slice(0, 100)}`); } return out; },
  pipeSigned: () => pipe("GET /v2/campaigns?limit=5000 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token-3\r\n\r\n", 5),
  pipeReports: () => pipe('POST /v2/statistics/a/global HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token-1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}', 20),
  pipeExplain: () => { const b = JSON.stringify({ user: {}, zones: [{ id: 1 }, { id: 2 }] }); return pipe(`POST /v2/placement/explain HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token-1\r\nContent-Type: application/json\r\nContent-Length: ${b.length}\r\n\r\n${b}`, 20); },
  slow: async () => { const socks = Array.from({ length: 200 }, (_, at) => { const c = connect(PORT, "127.0.0.1"); c.on("error", () => {}); c.write(`POST /v2/${["estimate", "images", "campaigns/bulk", "statistics/a/global"][at % 4]} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token-1\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`); return c; }); const t = setInterval(() => socks.forEach((s) => s.writable && s.write(" ")), 200); await new Promise((r) => setTimeout(r, 14000)); clearInterval(t); const open = socks.filter((s) => !s.destroyed && s.readyState === "open").length; socks.forEach((s) => s.destroy()); return [`open after 14 s: ${open}`]; },
  passwords: async () => { const sign = () => call("POST", "/v2/login", undefined, { username: "user 12", password: "a long password 1" }); const first = await sign(); const one = await call("POST", "/v2/login", undefined, { username: "user 2", password: "a long password 1" }); const token = JSON.parse(one.body).token; const attackers = flood(60, (at) => at % 2 ? call("PATCH", "/v2/user", token, { currentPassword: "a long password 1", password: "short" }) : call("POST", "/v2/login", undefined, { username: "user 2", password: "a long password 1" })); await new Promise((r) => setTimeout(r, 300)); const others: string[] = [String(first.status)]; for (let i = 0; i < 5; i++) { const a = await sign(); others.push(`${a.status} ${a.ms.toFixed(0)}`); } return [...others, JSON.stringify(hist(await attackers))]; },
};
async function pipe(line: string, connections: number) { let read = 0; const socks = Array.from({ length: connections }, () => { const c = connect(PORT, "127.0.0.1"); c.on("error", () => {}); c.on("data", (d) => { read += d.length; }); c.write(line.repeat(Math.min(20000, Math.ceil(2e6 / line.length)))); return c; }); await new Promise((r) => setTimeout(r, 5000)); const open = socks.filter((s) => !s.destroyed).length; socks.forEach((s) => s.destroy()); return [`open ${open}, read ${read}`]; }
for (let i = 0; i < 200; i++) await place();
for (const name of only.length ? only : Object.keys(attacks)) {
  const start = performance.now();
  const { result, ...rest } = await probe(attacks[name]!);
  const rs = result as any[];
  const shown = rs.length && typeof rs[0] === "object" ? `${JSON.stringify(hist(rs))} slowest ${Math.max(...rs.map((r) => r.ms)).toFixed(0)} ms ${[...new Set(rs.filter((r) => ![200, 201].includes(r.status)).map((r) => r.body.slice(0, 110)))].slice(0, 3).join(" | ")}` : rs.join("\n      ");
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s; placements ${JSON.stringify(rest)}; rss ${await rss()}\n      ${shown}`);
}
process.exit();
