// src/tag/record.ts
var notes = [];
function note(type, detail, key) {
  if (notes.push({ at: performance.now(), type, detail, key }) > 500) notes.shift();
}
var said = /* @__PURE__ */ new Set();
function complain(text) {
  if (said.has(text)) return;
  said.add(text);
  note("wrong", text);
  console.error("[zonetag]", text);
}
function tell({ el, key, id }, type, detail) {
  note(type, detail, key);
  if (detail?.code) complain(`zone ${id}: ${detail.code}: ${detail.message}`);
  const init = { bubbles: true, composed: true, detail: { zoneId: id, ...detail } };
  el.dispatchEvent(new CustomEvent(`zonetag:${type}`, init));
}

// src/tag/settings.ts
var RULES = {
  endpoint: "https?://.+",
  "zone-id": 1,
  sub: -9e15,
  size: "[1-9]\\d*x[1-9]\\d*",
  lazy: 0,
  refresh: 30,
  collapse: "|always",
  zones: 1,
  referer: "path|full|origin|https?://.+",
  gdpr: "0|1",
  "consent-timeout": 0,
  timeout: 0,
  credentials: "omit|include"
};
function readValues(attributes, complain2) {
  const values = { __proto__: null, targeting: {} };
  for (const { name: attribute, value } of attributes) {
    const name = attribute === "data-zoneid" ? "zone-id" : attribute.slice(5);
    const rule = Object.hasOwn(RULES, name) ? RULES[name] : "[^]*";
    const integer = +rule === rule;
    if (name.startsWith("target-")) values.targeting[name.slice(7)] = value;
    else if (integer ? value && +value % 1 === 0 && +value >= rule && +value < 2 ** 53 : RegExp(`^(${rule})$`).test(value))
      values[name] = integer ? +value : value;
    else complain2(`${attribute}="${value}": expected ${integer ? "at least " : ""}${rule}`);
  }
  return values;
}

// src/tag/box.ts
var LINK = '[data-zone-state]>a[rel="noopener sponsored nofollow"]';
var RULES2 = `${LINK},${LINK}>img{display:inline-block;vertical-align:top;max-width:100%;height:100%;object-fit:scale-down}[data-zone-state][hidden]{display:none!important}`;
var sheet;
var sizes = /* @__PURE__ */ new Set();
function reserve(root, size) {
  try {
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(RULES2);
    }
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
    if (!size || sizes.has(size)) return;
    sizes.add(size);
    const [width, height] = size.split("x");
    sheet.insertRule(
      `:where([data-size="${size}"]){display:block;width:${width}px;max-width:100%;min-height:0;aspect-ratio:${width}/${height}}`
    );
  } catch {
  }
}

// src/tag/consent.ts
var readConsent = ({ gdpr, consent = "", "consent-timeout": patience = 3e3 }) => new Promise((resolve, refuse) => {
  const tcf = window.__tcfapi;
  let late = false;
  if (gdpr) resolve(typeof gdpr === "object" ? gdpr : { gdpr: +gdpr, consent });
  else if (tcf) {
    setTimeout(() => {
      late = true;
      refuse();
    }, patience);
    tcf("addEventListener", 2, ({ eventStatus, listenerId, gdprApplies, tcString = "" }, ok) => {
      if (!late && !(ok && /^(tcl|user)/.test(eventStatus))) return;
      resolve({ gdpr: gdprApplies === false ? 0 : 1, consent: tcString });
      tcf("removeEventListener", 2, () => {
      }, listenerId);
    });
  } else resolve(void 0);
}).catch(() => ({ gdpr: 1, consent: "" }));

// src/tag/banner.ts
var loadBanner = ({ url, image, width, height }, label = "Advertisement", clicked) => new Promise((loaded, failed) => {
  const link = document.createElement("a");
  const img = document.createElement("img");
  link.href = url;
  link.target = "_blank";
  link.rel = "noopener sponsored nofollow";
  link.setAttribute("aria-label", label);
  link.onclick = link.onauxclick = ({ button }) => button < 2 && clicked();
  link.append(img);
  img.alt = "";
  img.decoding = "async";
  if (width > 0 && height > 0) {
    img.width = width;
    img.height = height;
  }
  img.onload = () => loaded(link);
  img.onerror = () => failed(image);
  img.src = image;
});

// src/tag/response.ts
var isAddress = (value) => typeof value === "string" && /^https?:\/\/[^\s/?#@\\]+([/?#]|$)/i.test(value);
function readResponse(text, batch) {
  try {
    const { zones: zones2, errors } = JSON.parse(text);
    if (zones2 || errors)
      return batch.map(
        (_, at) => zones2 ? readEntry(zones2[at], wordsOf(errors?.[at])) : { code: "rejected", message: wordsOf(errors) }
      );
  } catch {
  }
}
function readEntry(entry, message) {
  const { type, data } = entry || {};
  if (entry === null || data === null) return message ? { code: "zone", message } : null;
  if (typeof data !== "object" || typeof type !== "string") return { code: "invalid-response", message };
  const unsafe = type === "banner" && ["url", "impression", "image"].find((name) => !isAddress(data[name]));
  return unsafe ? { code: "unsafe-url", message: `${unsafe}: ${JSON.stringify(data[unsafe])}` } : entry;
}
var wordsOf = (errors) => errors ? [errors].flat().map((error) => typeof error === "string" ? error : JSON.stringify(error)).join("; ") : "";

// src/tag/sight.ts
var isInView = (area, ratio) => ratio >= (area < 242500 ? 0.5 : 0.3);
var watch = (look, margin = 0) => self.IntersectionObserver ? new IntersectionObserver((entries) => entries.forEach(look), {
  rootMargin: `${margin}px`,
  threshold: [0, 0.3, 0.5]
}) : {
  observe: (target) => look({ boundingClientRect: target.getBoundingClientRect(), isIntersecting: true }),
  disconnect() {
  }
};

// src/tag/transport.ts
var after = (delay) => new Promise((resume) => setTimeout(resume, delay));
var within = (timeout, work) => Promise.race([work, after(timeout).then(() => Promise.reject("timeout"))]);
var pause = () => 300 + Math.random() * 700;
async function exchange({ endpoint, timeout = 3e3, credentials }, body, read) {
  for (let last = 0; ; last = 1) {
    const signal = self.AbortSignal?.timeout?.(timeout) ?? null;
    let text = "";
    let status = 0;
    let wait = pause();
    let message;
    try {
      const headers = { "Content-Type": "text/plain" };
      const response = await within(
        timeout,
        fetch(endpoint, { method: "POST", headers, body, credentials, signal })
      );
      text = await within(timeout, response.text());
      status = response.status;
      message = `HTTP ${status}`;
      if (status === 429)
        wait = +(response.headers.get("Retry-After") || response.headers.get("X-Rate-Limit-Reset")) * 1e3;
      else if (status < 500) wait = 0;
    } catch (error) {
      message = `${error}`;
    }
    const result = read(text, status);
    if (result) return result;
    if (last || !wait || wait > 6e4) {
      const code = status === 429 ? "rate-limited" : status > 399 ? "http" : status ? "invalid-response" : /^timeout/i.test(message) ? "timeout" : "network";
      return { code, message };
    }
    await after(wait);
  }
}
var waiting = [];
function flush(most = 20) {
  for (const send of waiting.splice(0, most)) send();
  if (waiting[0]) setTimeout(flush);
}
function ping(address, credentials) {
  const send = async () => fetch(address, { mode: "no-cors", keepalive: true, credentials });
  const sent = waiting.push(
    () => send().catch(
      () => after(pause()).then(send).catch(() => {
      })
    )
  );
  if (sent === 1) setTimeout(flush, 50);
}

// src/tag/placeholder.ts
var STATE = "data-zone-state";
var isFailure = (result) => Object.hasOwn(result, "code");
var renderers = /* @__PURE__ */ new Map();
function adopt(el, own, key, pump2) {
  let shown;
  let house;
  let impression;
  let viewed = false;
  let turn = 0;
  let left = 0;
  let leave;
  let eye;
  function enter() {
    if (leave) return;
    const since = performance.now();
    const clocks = [setTimeout(view, 1e3), own.refresh && setTimeout(again, left)];
    leave = () => {
      clocks.forEach(clearTimeout);
      left -= performance.now() - since;
      leave = void 0;
    };
  }
  function view() {
    if (shown && !viewed) tell(zone, "viewable");
    viewed = true;
  }
  function again() {
    zone.wanted = zone.near = true;
    pump2();
  }
  function forget() {
    leave?.();
    eye?.disconnect();
  }
  function look() {
    forget();
    eye = watch(see, zone.near ? 0 : own.lazy);
    eye.observe(shown || el);
  }
  function see({
    boundingClientRect,
    rootBounds,
    intersectionRatio,
    isIntersecting
  }) {
    const area = boundingClientRect.width * boundingClientRect.height;
    if (!zone.near) {
      zone.near = isIntersecting;
      pump2();
    } else if (document.hidden !== true) {
      if (area && isAddress(impression)) {
        ping(impression, own.credentials);
        tell(zone, "impression");
        impression = 0;
      }
      if (isInView(area, intersectionRatio)) enter();
      else leave?.();
      if (rootBounds && boundingClientRect.top >= rootBounds.bottom) collapse();
    }
  }
  function collapse() {
    el.hidden = !shown && !el.firstElementChild && own.collapse != null;
  }
  function putBack() {
    if (house) el.replaceChildren(...house);
    house = shown = void 0;
  }
  function settle(state, detail) {
    turn++;
    zone.wanted = false;
    left = own.refresh * 1e3;
    el.setAttribute(STATE, shown ? "filled" : state);
    tell(zone, state, detail);
    look();
    if (shown || own.collapse) collapse();
  }
  const fail = (code, message) => settle("error", { code, message: `${message}` });
  async function show(entry) {
    const mine = turn;
    const { type, data } = entry;
    const renderer = renderers.get(type);
    if (!renderer && type !== "banner") return fail("unsupported-type", type);
    house ||= [...el.childNodes];
    try {
      const link = await Promise.race([
        renderer ? renderer(entry, el) : loadBanner(data, own.label, () => tell(zone, "click")),
        new Promise((_, late) => setTimeout(late, 1e4, "took too long"))
      ]);
      if (mine !== turn) return;
      shown = el;
      if (!renderer) {
        el.replaceChildren(link);
        shown = link.firstElementChild;
      }
      viewed = false;
      impression = data.impression;
      settle("filled", { data: entry });
    } catch (error) {
      if (mine !== turn) return;
      if (renderer) putBack();
      fail(renderer ? "renderer" : "image", error);
    }
  }
  const zone = {
    el,
    key,
    own,
    id: own["zone-id"],
    wanted: true,
    near: own.lazy == null || void 0,
    media: own.media && matchMedia(own.media),
    again,
    look,
    /** Starts a turn and returns what ends it. */
    request() {
      const mine = ++turn;
      zone.wanted = false;
      el.setAttribute(STATE, "pending");
      tell(zone, "request");
      return (result) => {
        if (mine !== turn) return;
        if (!result) settle("empty");
        else if (isFailure(result)) fail(result.code, result.message);
        else show(result);
      };
    },
    release() {
      turn++;
      forget();
      if (zone.media) zone.media.onchange = null;
      putBack();
      el.hidden = false;
      el.removeAttribute(STATE);
    }
  };
  if (zone.media) zone.media.onchange = pump2;
  if (!zone.id) fail("invalid-zone", "expected a positive integer");
  else if (zone.near) pump2();
  else look();
  return zone;
}

// src/tag/request.ts
function composeRequest(zones2, settings2, gdpr, { userAgent, language, globalPrivacyControl }, address) {
  const open = !globalPrivacyControl && (!gdpr?.gdpr || gdpr.consent);
  const { userId, "user-id": id, email, buyeruids } = open ? settings2 : {};
  return encode({
    user: {
      id: userId ?? id,
      ua: userAgent,
      language: languageOf(language) || void 0,
      referer: refererOf(address, settings2.referer) || void 0,
      el: email ? base64(email) : void 0,
      gdpr,
      buyeruids: buyeruids && base64(encode(buyeruids))
    },
    zones: zones2.map(({ id: id2, own: { sub, keywords, targeting } }) => {
      const merged = { ...settings2.targeting, ...targeting };
      return {
        id: id2,
        sub,
        keywords: wordsOf2(keywords) || wordsOf2(settings2.keywords) || void 0,
        custom_targeting: Object.keys(merged)[0] && merged
      };
    })
  });
}
var wordsOf2 = (list = "") => `${list.trim().split(/\s*,\s*/).filter(Boolean)}`;
var languageOf = (tag2) => tag2.replace(/^([a-z]{2})\b(?:.*(-[a-z]{2})\b)?.*|.*/i, "$1$2").toLowerCase();
var BEYOND = { path: /[?#].*/, full: /#.*/, origin: /\b\/.*/ };
var refererOf = (address, mode = "path") => BEYOND[mode] ? address.replace(/\/\/[^/?#]*@/, "//").replace(BEYOND[mode], "") : mode;
var base64 = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
var encode = (value) => JSON.stringify(value, function(name) {
  return this[name];
});

// src/tag/zonetag.ts
var SELECTOR = "[data-zone-id],[data-zoneid]";
var zones = /* @__PURE__ */ new Map();
var settings;
var loadConsole;
var keys = 0;
var begun = false;
var busy = false;
var all = () => [...zones.values()].filter((zone) => !!zone);
function eachPlaceholder(root, act) {
  const el = root;
  if (el.matches?.(SELECTOR)) act(el);
  if (el.firstElementChild) el.querySelectorAll(SELECTOR).forEach(act);
}
function claim(el) {
  const own = readValues(el.attributes, complain);
  const zone = adopt(el, Object.setPrototypeOf(own, settings), ++keys, pump);
  zones.set(el, zone);
  reserve(el.getRootNode(), own.size);
}
function due() {
  const wanted = document.hidden === true ? [] : all().filter(({ wanted: wanted2 }) => wanted2);
  const loaded = document.readyState !== "loading" || settings.manual != null || !begun && zones.size >= settings.zones;
  const judged = wanted.every(({ near }) => near != null);
  return wanted.filter(({ near, media }) => loaded && judged && near && (!media || media.matches));
}
async function pump() {
  if (busy) return;
  busy = true;
  await (begun && after(0));
  if (due()[0]) {
    const gdpr = await readConsent(settings);
    const batch = due().sort((a, b) => (a.el.compareDocumentPosition(b.el) & 2) - 1);
    begun = true;
    while (batch[0]) request(batch.splice(0, 100), gdpr);
  }
  busy = false;
}
async function request(batch, gdpr) {
  const address = /^http/.test(location.href) ? location.href : document.referrer;
  const settle = batch.map((zone) => zone.request());
  let answer;
  try {
    const body = composeRequest(batch, settings, gdpr, navigator, address);
    note("sent", body);
    answer = await exchange(settings, body, (text, status) => {
      note("received", { status, text });
      return readResponse(text, batch);
    });
  } catch (error) {
    answer = { code: "config", message: `${error}` };
  }
  for (const [at, end] of settle.entries()) {
    if (at && at % 20 === 0) await after(0);
    end(Array.isArray(answer) ? answer[at] : answer);
  }
}
var matching = (target) => all().filter(({ el, id }) => target === void 0 || id === target || target.contains?.(el));
function visit(el) {
  if (el.isConnected) {
    if (!zones.has(el) && settings.manual == null) claim(el);
  } else {
    zones.get(el)?.release();
    zones.delete(el);
  }
}
function scan(root = document) {
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes } of records)
      for (const node of [...removedNodes, ...addedNodes]) eachPlaceholder(node, visit);
  }).observe(root, { childList: true, subtree: true });
  eachPlaceholder(root, (el) => zones.get(el) || claim(el));
}
var tag = {
  push(...functions) {
    for (const run of functions)
      try {
        run(tag);
      } catch (error) {
        console.error(error);
      }
  },
  set({ targeting, ...values }) {
    Object.assign(settings, values);
    Object.assign(settings.targeting, targeting);
  },
  scan,
  refresh(target) {
    if (target?.matches) scan(target);
    for (const zone of matching(target)) zone.again();
  },
  destroy(target) {
    for (const zone of matching(target)) {
      zone.release();
      zones.set(zone.el, null);
    }
  },
  render(type, renderer) {
    renderers.set(type, renderer);
  },
  async console() {
    try {
      (await loadConsole()).open({ settings, zones, notes, tag });
    } catch (error) {
      complain(`console.js: ${error}`);
    }
  }
};
function prepare(values, load) {
  loadConsole = load;
  settings = values;
  settings.credentials ||= "omit";
}
function start() {
  if (/[?&]zonetag_console/.test(location.search)) tag.console();
  if (!settings.endpoint) return complain("data-endpoint: expected the full address of the ad service");
  addEventListener("DOMContentLoaded", pump);
  addEventListener("pagehide", () => flush(1e3));
  addEventListener("visibilitychange", () => {
    pump();
    for (const zone of all()) zone.look();
  });
  if (settings.manual == null) scan();
  const { endpoint: href } = settings;
  if (document.readyState === "loading")
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "preconnect", href, crossOrigin: "" })
    );
}

// src/tag/index.ts
function createZonetag({
  email,
  buyeruids,
  targeting,
  gdpr,
  manual,
  ...settings2
}) {
  if (started) return tag;
  started = true;
  const attributes = Object.entries({ ...settings2, ...manual && { manual } }).filter(([, value]) => value != null).map(([name, value]) => ({ name: `data-${dashed(name)}`, value: String(value) }));
  prepare(readValues(attributes, complain), () => import("./console.js"));
  tag.set({
    email,
    buyeruids,
    targeting,
    gdpr: typeof gdpr === "number" ? { gdpr, consent: settings2.consent ?? "" } : gdpr
  });
  start();
  return tag;
}
var started = false;
var dashed = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
export {
  createZonetag
};
//# sourceMappingURL=zonetag.mjs.map
