// src/protocol/placement.ts
var MAX_ZONES = 100;

// src/tag/banner.ts
var make = (name, properties) => Object.assign(document.createElement(name), properties);
var loadBanner = ({ url, image, width, height }, label, clicked) => new Promise((loaded, failed) => {
  const onclick = ({ button }) => button < 2 && clicked();
  const rel = "noopener sponsored nofollow";
  const link = make("a", { href: url, target: "_blank", rel, onclick, onauxclick: onclick });
  link.setAttribute("aria-label", label || "Advertisement");
  const img = make("img", {
    src: image,
    alt: "",
    decoding: "async",
    ...width > 0 && height > 0 && { width, height },
    onload: () => loaded(img),
    onerror: () => failed(image)
  });
  link.append(img);
});

// src/tag/box.ts
var LINK = "[data-zone-state]>a[rel*=sponsored]";
var rules = `${LINK},${LINK}>img{display:inline-block;vertical-align:top;max-width:100%;height:100%;object-fit:scale-down}[data-zone-state][hidden]{display:none!important}`;
var sheet;
function reserve(root, size = "0x0") {
  const [width, height] = size.split("x");
  const rule = `:where([data-size="${size}"]){display:block;width:${width}px;max-width:100%;min-height:0;aspect-ratio:${width}/${height}}`;
  try {
    sheet ||= new CSSStyleSheet();
    if (!rules.includes(rule)) {
      rules += rule;
      sheet.replaceSync(rules);
    }
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  } catch {
  }
}

// src/tag/time.ts
var after = (delay) => new Promise((resume) => setTimeout(resume, delay));
var within = (limit, work) => Promise.race([
  work,
  after(limit).then(() => {
    throw "timeout";
  })
]);

// src/tag/consent.ts
var readConsent = async ({
  gdpr,
  consent = "",
  "consent-timeout": patience = 3e3
}) => {
  const tcf = self.__tcfapi;
  if (gdpr) return typeof gdpr === "object" ? gdpr : { gdpr: +gdpr, consent };
  if (!tcf) return;
  let late = false;
  let leave = () => {
  };
  const answer = new Promise(
    (resolve) => tcf("addEventListener", 2, (data, ok) => {
      leave = () => tcf("removeEventListener", 2, () => {
      }, data?.listenerId);
      if (late) leave();
      else if (ok && /^(tcl|user)/.test(data.eventStatus)) {
        resolve({ gdpr: +(data.gdprApplies !== false), consent: data.tcString || "" });
        leave();
      }
    })
  );
  return within(patience, answer).catch(() => {
    late = true;
    try {
      leave();
    } catch {
    }
    return { gdpr: 1, consent: "" };
  });
};

// src/tag/record.ts
var notes = [];
var note = (type, detail, key) => {
  if (notes.push({ at: performance.now(), type, detail, key }) > 500) notes.shift();
};
var said = /* @__PURE__ */ new Set();
var complain = (text) => {
  if (said.has(text)) return;
  said.add(text);
  note("wrong", text);
  console.error("[zonetag]", text);
};

// src/tag/json.ts
var encode = (value) => JSON.stringify(value, function(name) {
  return this[name];
});

// src/tag/response.ts
var isAddress = (value) => /^"https?:\/\/[^\s/?#@\\"]+["/?#]/i.test(encode(value));
var readResult = (answer, at) => {
  const { zones: zones2, errors } = answer;
  if (!zones2) return errors ? [null, "rejected", encode(errors)] : answer;
  const said2 = [errors?.[at] || []].flat();
  const message = said2.map((words) => typeof words === "string" ? words : encode(words)).join();
  const entry = zones2[at];
  const data = entry ? entry.data : entry;
  if (data === null) return [null, message && "zone", message];
  if (!data || typeof entry.type !== "string") return [null, "invalid-response", message || "no result"];
  const unsafe = entry.type === "banner" && ["url", "impression", "image"].find((name) => !isAddress(data[name]));
  return unsafe ? [null, "unsafe-url", `${unsafe}: ${encode(data[unsafe])}`] : [entry];
};

// src/tag/transport.ts
var twice = (send) => send().catch((failure) => {
  const wait = failure.wait ?? 300 + Math.random() * 700;
  if (!(wait >= 0 && wait <= 6e4)) throw failure;
  return after(wait).then(send);
});
var exchange = ({ endpoint, timeout = 3e3, credentials }, body) => {
  const post = async () => {
    const signal = self.AbortSignal?.timeout?.(timeout + 99);
    let status = 0;
    let text = "";
    let headers;
    try {
      const response = await fetch(endpoint, {
        method: "POST",
        // A simple request, so that browsers send no preflight.
        headers: { "Content-Type": "text/plain" },
        body,
        credentials,
        signal
      });
      text = await response.text();
      ({ status, headers } = response);
    } finally {
      note("received", { status, text, headers, body });
    }
    try {
      const answer = JSON.parse(text);
      if (answer.zones || answer.errors) return answer;
    } catch {
    }
    const seconds = parseFloat(headers.get("Retry-After") || headers.get("X-Rate-Limit-Reset"));
    const wait = status === 429 ? seconds * 1e3 : status < 500 ? 0 / 0 : void 0;
    throw { status, wait };
  };
  note("sent", body);
  return twice(() => within(timeout, post())).catch((failure) => {
    const { status } = failure;
    return status ? [null, status === 429 ? "rate-limited" : status > 399 ? "http" : "invalid-response", `HTTP ${status}`] : [null, failure === "timeout" ? failure : "network", `${failure}`];
  });
};
var waiting = [];
var flush = (going) => {
  for (const send of waiting.splice(0, going ? 1e3 : 20)) send();
  if (waiting[0]) setTimeout(flush);
};
var ping = (address, credentials) => {
  const send = async () => fetch(address, { mode: "no-cors", keepalive: true, credentials });
  if (waiting.push(() => twice(send).catch(() => {
  })) === 1) setTimeout(flush, 50);
};

// src/tag/placeholder.ts
var STATE = "data-zone-state";
var renderers = /* @__PURE__ */ new Map();
var keys = 0;
var adopt = (el, own, pump2) => {
  const key = ++keys;
  const media = own.media && matchMedia(own.media);
  let wanted = own.zoneid ? own.lazy == null || void 0 : false;
  let shown;
  let house;
  let impression;
  let fresh;
  let turn = 0;
  let left;
  let clocks = [];
  let since;
  let eye;
  const tell = (type, detail) => {
    note(type, detail, key);
    if (detail?.code && own.zoneid) complain(`zone ${own.zoneid}: ${detail.code}: ${detail.message}`);
    el.dispatchEvent(
      new CustomEvent(`zonetag:${type}`, {
        bubbles: true,
        composed: true,
        detail: { zoneId: +own.zoneid, ...detail }
      })
    );
  };
  const leave = () => {
    if (clocks[0]) left -= performance.now() - since;
    clocks.splice(0).forEach(clearTimeout);
  };
  const view = () => {
    if (fresh) tell("viewable");
    fresh = false;
  };
  const forget = () => {
    leave();
    eye = eye?.disconnect();
  };
  const look = () => {
    const target = shown || el;
    forget();
    if (self.IntersectionObserver) {
      eye = new IntersectionObserver((entries) => entries.forEach(see), {
        rootMargin: `${turn ? 0 : own.lazy}px`,
        threshold: [0, 0.3, 0.5]
      });
      eye.observe(target);
    } else see({ boundingClientRect: target.getBoundingClientRect(), isIntersecting: true });
  };
  const see = (entry) => {
    const { width, height, top } = entry.boundingClientRect;
    const area = width * height;
    if (!turn) {
      wanted = entry.isIntersecting;
      after().then(pump2);
    } else if (document.hidden !== true) {
      if (area && impression) {
        ping(impression, own.credentials);
        tell("impression");
        impression = false;
      }
      if (!(entry.intersectionRatio >= (area < 242500 ? 0.5 : 0.3))) leave();
      else if (!clocks[0]) {
        since = performance.now();
        clocks = [setTimeout(view, 1e3), own.refresh && setTimeout(zone.again, left)];
      }
      if (top >= entry.rootBounds?.bottom) collapse();
    }
  };
  const collapse = (away = !shown && !el.firstElementChild && !el.textContent.trim()) => {
    if (own.collapse != null) el.hidden = away;
  };
  const putBack = () => {
    if (house) el.replaceChildren(...house);
    house = shown = impression = fresh = void 0;
  };
  const settle = (state, detail) => {
    left = own.refresh * 1e3;
    el.setAttribute(STATE, shown ? "filled" : state);
    const mine = turn;
    tell(state, detail);
    if (mine !== turn) return;
    look();
    if (shown || own.collapse) collapse();
  };
  const zone = {
    el,
    key,
    own,
    /** Whether to request it now; undefined while a lazy one does not know yet. */
    due: () => wanted && (!media || media.matches),
    again() {
      wanted = !!own.zoneid;
      pump2();
    },
    /** Looks anew, as after a change of the page. */
    blink() {
      if (eye) look();
    },
    /** Starts a turn, which ends by the answer's result at a position. */
    async request(answer, at) {
      const mine = ++turn;
      let step = "config";
      let renderer;
      forget();
      wanted = false;
      el.setAttribute(STATE, "pending");
      tell("request");
      try {
        const [ad, code, message] = readResult(await answer, at);
        await after(at / 20);
        if (mine !== turn) return;
        if (code) {
          step = code;
          throw message;
        }
        if (!ad) return settle("empty");
        renderer = renderers.get(ad.type);
        step = "unsupported-type";
        if (!renderer && ad.type !== "banner") throw ad.type;
        step = renderer ? "renderer" : "image";
        house ||= [...el.childNodes];
        const image = await within(
          1e4,
          renderer ? renderer(ad, el) : loadBanner(ad.data, own.label, () => tell("click"))
        );
        if (mine !== turn) return;
        shown = renderer ? el : image;
        if (!renderer) el.replaceChildren(shown.parentNode);
        fresh = true;
        impression = isAddress(ad.data.impression) && ad.data.impression;
        settle("filled", { data: ad });
      } catch (error) {
        if (mine !== turn) return;
        if (renderer) putBack();
        settle("error", { code: step, message: `${error}` });
      }
    },
    release() {
      turn++;
      forget();
      if (media) media.onchange = null;
      putBack();
      collapse(false);
      el.removeAttribute(STATE);
    }
  };
  note("found", 0, key);
  if (media) media.onchange = pump2;
  if (!own.zoneid) {
    turn++;
    settle("error", { code: "invalid-zone", message: "expected a positive integer" });
  } else if (wanted) pump2();
  else look();
  return zone;
};

// src/tag/request.ts
var composeRequest = (zones2, settings2, gdpr, { userAgent, language, globalPrivacyControl }) => {
  const open = !globalPrivacyControl && (!gdpr?.gdpr || gdpr.consent);
  const { userId, "user-id": id, email, buyeruids } = open ? settings2 : {};
  return encode({
    user: {
      id: (userId ?? id)?.toString(),
      ua: userAgent,
      // `zh-Hant-TW` → `zh-tw`; nothing for what has no two-letter form.
      language: language.toLowerCase().replace(/([a-z]{2})\b(?:.*(-[a-z]{2})\b)?.*|.*/, "$1$2") || void 0,
      referer: refererOf(settings2.referer),
      el: base64(email),
      gdpr,
      buyeruids: base64(buyeruids && encode(buyeruids))
    },
    zones: zones2.map(({ own }) => ({
      id: own.zoneid,
      sub: own.sub,
      keywords: wordsOf(own.keywords) || wordsOf(settings2.keywords),
      custom_targeting: targetingOf(own)
    }))
  });
};
var wordsOf = (list) => list?.match(/[^\s,]+(\s+[^\s,]+)*/g)?.join();
var targetingOf = (values) => {
  let targeting;
  for (const name in values)
    if (name.startsWith("target-")) targeting = { ...targeting, [name.slice(7)]: values[name] };
  return targeting;
};
var refererOf = (mode = "path") => {
  const { origin, pathname, search } = location;
  const address = { origin, path: origin + pathname, full: origin + pathname + search }[mode] ?? mode;
  return /^http/.test(address) ? address : document.referrer.replace(/\?.*/, "") || void 0;
};
var base64 = (text) => text ? btoa(String.fromCharCode(...new TextEncoder().encode(text))) : void 0;

// src/tag/settings.ts
var RULES = {
  // Without the names that every object has.
  __proto__: null,
  endpoint: "https?://.+",
  zoneid: 1,
  sub: -9e15,
  media: "a media query",
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
var UNREADABLE = "not all";
var readValues = (from, defaults) => {
  const values = { __proto__: defaults };
  for (const name of from?.getAttributeNames() || []) {
    const value = from.getAttribute(name);
    const key = name.slice(5).replace("zone-id", "zoneid");
    const rule = RULES[key];
    const integer = +rule === rule;
    if (integer ? value && +value % 1 === 0 && +value >= rule && +value < 2 ** 53 : key === "media" ? value === UNREADABLE || matchMedia(value).media !== UNREADABLE : !rule || RegExp(`^(${rule})$`).test(value))
      values[key] = integer ? +value : value;
    else complain(`${name}="${value}": expected ${integer ? "an integer from " : ""}${rule}`);
  }
  return values;
};

// src/tag/zonetag.ts
var zones = /* @__PURE__ */ new Map();
var settings;
var watcher;
var loadConsole;
var begun = false;
var busy = false;
var matching = (target) => [...zones.values()].filter(
  (zone) => zone && (names(target, zone.own) || target.contains?.(zone.el))
);
var names = (target, own) => target == null || own.zoneid === +target;
var due = () => {
  const open = matching().filter((zone) => zone.due() !== false);
  return (document.readyState !== "loading" || !begun && zones.size >= settings.zones) && document.hidden !== true && document.prerendering !== true && open.every((zone) => zone.due()) ? open : [];
};
var pump = async () => {
  if (busy) return;
  busy = true;
  await (begun && after());
  if (due()[0]) {
    const gdpr = await readConsent(settings);
    const batch = due().sort((a, b) => (a.el.compareDocumentPosition(b.el) & 2) - 1);
    begun = true;
    while (batch[0]) {
      const part = batch.splice(0, MAX_ZONES);
      const answer = ask(part, gdpr);
      part.forEach((zone, at) => zone.request(answer, at));
    }
  }
  busy = false;
};
var ask = async (batch, gdpr) => {
  await null;
  return exchange(settings, composeRequest(batch, settings, gdpr, navigator));
};
var visit = (root, asked) => {
  const take = (el) => {
    const zone = zones.get(el);
    if (!el.isConnected) {
      zone?.release();
      zones.delete(el);
    } else if (settings.endpoint && !zone && (asked || zone !== null && settings.manual == null)) {
      const own = readValues(el, settings);
      zones.set(el, adopt(el, own, pump));
      reserve(el.getRootNode(), own.size);
    }
  };
  const { zoneId, zoneid } = root.dataset || {};
  if ((zoneId ?? zoneid) != null) take(root);
  root.querySelectorAll?.("[data-zone-id],[data-zoneid]").forEach(take);
};
var scan = (root = document) => {
  watcher.observe(root, { childList: true, subtree: true });
  visit(root, true);
};
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
    for (const name in targeting) settings[`target-${name}`] = targeting[name];
  },
  scan,
  refresh(target) {
    if (target?.matches) scan(target);
    for (const [el, zone] of zones) if (!zone && names(target, readValues(el, settings))) visit(el, true);
    matching(target).forEach((zone) => zone.again());
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
  console: () => loadConsole().then(({ open }) => open({ settings, zones, notes, tag })).catch((error) => complain(`console.js: ${error}`))
};
var start = (from, load, queue) => {
  loadConsole = load;
  settings = readValues(from, null);
  settings.credentials ||= "omit";
  watcher = new MutationObserver((records) => {
    for (const { addedNodes, removedNodes } of records)
      for (const node of [...removedNodes, ...addedNodes]) visit(node);
  });
  tag.push(...queue);
  if (/zonetag_console/.test(location.href)) tag.console();
  const { endpoint: href, manual } = settings;
  if (!href) return from?.getAttribute("data-endpoint") ?? complain("data-endpoint is missing");
  addEventListener("pagehide", flush);
  for (const type of ["DOMContentLoaded", "visibilitychange", "prerenderingchange"])
    document.addEventListener(type, () => {
      pump();
      matching().forEach((zone) => zone.blink());
    });
  if (manual == null) scan();
  after().then(
    () => begun || document.head?.append(make("link", { rel: "preconnect", href, crossOrigin: "" }))
  );
};

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
  const values = new Map(
    Object.entries({ ...settings2, ...manual && { manual } }).filter(([, value]) => value != null).map(([name, value]) => [`data-${dashed(name)}`, String(value)])
  );
  const attributes = {
    getAttributeNames: () => [...values.keys()],
    getAttribute: (name) => values.get(name) ?? null
  };
  start(attributes, () => import("./console.js"), [
    ({ set }) => set({
      email,
      buyeruids,
      targeting,
      gdpr: typeof gdpr === "number" ? { gdpr, consent: settings2.consent ?? "" } : gdpr
    })
  ]);
  return tag;
}
var started = false;
var dashed = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
export {
  createZonetag
};
//# sourceMappingURL=zonetag.mjs.map
