// src/tag/media.ts
var lists = /* @__PURE__ */ new Map();
var matchesMedia = (query, onChange) => {
  const list = lists.get(query) ?? matchMedia(query);
  lists.set(query, list);
  list.onchange = onChange;
  return list.matches;
};
var canMatch = (query) => query.split(",").some((part) => {
  const plain = part.replace(/^\s*(not|only)\s/i, "");
  return [plain, `not ${plain}`, `not all and ${plain}`, `not all and (${plain})`].some(
    (one) => matchMedia(one).matches
  );
});

// src/tag/record.ts
var notes = [];
var note = (type, detail, key) => {
  if (notes.push({ at: performance.now(), type, detail, key }) > 500) notes.shift();
};
var reported = /* @__PURE__ */ new Set();
var reportOnce = (text) => {
  if (reported.has(text)) return;
  reported.add(text);
  note("wrong", text);
  console.error("[zonetag]", text);
};

// src/tag/attributes.ts
var ATTRIBUTES = {
  endpoint: "an address",
  "zone-id": "1 to 9007199254740991",
  // As older tags spell it.
  zoneid: "1 to 9007199254740991",
  sub: "-9007199254740991 to 9007199254740991",
  keywords: "",
  size: "WIDTHxHEIGHT",
  media: "a media query",
  lazy: "0 to 9007199254740991 pixels",
  refresh: "30 to 86400 seconds",
  collapse: "nothing or always",
  label: "",
  zones: "1 to 9007199254740991",
  referer: "path or full or origin or an address",
  gdpr: "0 or 1",
  consent: "",
  "consent-timeout": "0 to 600000 milliseconds",
  timeout: "0 to 600000 milliseconds",
  "user-id": "",
  credentials: "omit or include",
  manual: ""
};
var rules = Object.assign(/* @__PURE__ */ Object.create(null), ATTRIBUTES, {
  email: "",
  buyeruids: ""
});
var isOption = (text, option) => option === "an address" ? /^https?:\/\/.+$/.test(text) : option === "WIDTHxHEIGHT" ? /^[1-9]\d*x[1-9]\d*$/.test(text) : option === "a media query" ? canMatch(text) : text === option.replace("nothing", "");
var parse = (text, expected) => {
  const [least = 0, most] = expected.split(" to ").map(Number.parseFloat);
  const value = +text;
  if (most) return text && value % 1 === 0 && value >= least && value <= most ? value : void 0;
  return expected.split(" or ").some((option) => !expected || isOption(text, option)) ? text : void 0;
};
var toText = (value) => {
  const parts = [value].flat();
  return parts.every((part) => /^(str|num|boo)/.test(typeof part)) ? parts.join() : void 0;
};
var store = (values, name, value) => {
  const expected = name.startsWith("target-") ? "" : rules[name];
  const text = toText(value);
  const parsed = text === void 0 || expected === void 0 ? void 0 : parse(text, expected);
  if (parsed === void 0) delete values[name];
  else values[name] = parsed;
  if (parsed === void 0 && expected !== void 0 && value != null)
    reportOnce(`data-${name}="${text ?? typeof value}": expected ${expected || "text"}`);
};
var readAttributes = (from) => {
  const values = /* @__PURE__ */ Object.create(null);
  for (const name of from?.getAttributeNames() ?? [])
    if (name.startsWith("data-"))
      store(values, name.slice(5).replace(/^zoneid$/, "zone-id"), from?.getAttribute(name));
  return values;
};

// src/tag/banner.ts
var REL = "noopener sponsored nofollow";
var make = (name, properties) => Object.assign(document.createElement(name), properties);
var loadBanner = ({ url, image, width = 0, height = 0 }, label, onClick) => new Promise((resolve, reject) => {
  const onclick = ({ button }) => button < 2 && onClick();
  const link = make("a", { href: url, target: "_blank", rel: REL, onclick, onauxclick: onclick });
  link.setAttribute("aria-label", label || "Advertisement");
  const img = make("img", {
    src: image,
    alt: "",
    decoding: "async",
    ...width > 0 && height > 0 && { width, height },
    onload: () => resolve(img),
    onerror: () => reject(image)
  });
  link.append(img);
});
var removeCopy = (element) => {
  for (const child of [...element.children]) if (child.getAttribute("rel") === REL) child.remove();
};

// src/protocol/placement.ts
var MAX_ZONES = 100;
var GDPR_FIELDS = {
  /** 1 when the visitor is under GDPR, 0 when the caller believes not. */
  gdpr: {
    ...{ type: "integer", values: [0, 1], required: true },
    description: "1 when the visitor is under GDPR, 0 when the caller believes not."
  },
  /** Consent string as the IAB standards define it; may be empty. */
  consent: { type: "string", description: "Consent string of the IAB's framework; empty: no consent." }
};

// src/tag/time.ts
var wait = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds));
var within = (limit, work) => Promise.race([
  work,
  limit.then(() => {
    throw "timeout";
  })
]);

// src/tag/consent.ts
var readConsent = async ({
  gdpr,
  consent = "",
  "consent-timeout": timeout = 3e3
}) => {
  const page2 = self;
  if (gdpr) return { gdpr: gdpr === "1" ? 1 : 0, consent };
  if (!page2.__tcfapi) return;
  let listenerId;
  let isOver = false;
  const stop = () => {
    isOver = true;
    try {
      if (listenerId != null) page2.__tcfapi?.("removeEventListener", 2, () => {
      }, listenerId);
    } catch {
    }
  };
  const answer = new Promise(
    (resolve) => page2.__tcfapi?.("addEventListener", 2, (data, ok) => {
      listenerId = data?.listenerId;
      if (isOver) stop();
      else if (ok && data && /^(tcl|user)/.test(data.eventStatus)) {
        resolve({ gdpr: data.gdprApplies === false ? 0 : 1, consent: data.tcString ?? "" });
        stop();
      }
    })
  );
  return within(wait(timeout), answer).catch(() => {
    stop();
    return { gdpr: 1, consent: "" };
  });
};

// src/tag/text.ts
var encode = (value) => JSON.stringify(value, function(name) {
  return this[name];
});
var describe = (thrown) => {
  try {
    return `${thrown}`;
  } catch {
    return typeof thrown;
  }
};

// src/tag/request.ts
var composeRequest = (slots2, settings2, gdpr, href, referrer, { userAgent, language, globalPrivacyControl }) => {
  const mayIdentify = !globalPrivacyControl && (!gdpr?.gdpr || gdpr.consent);
  const personal = mayIdentify ? settings2 : {};
  return encode({
    user: {
      id: personal["user-id"],
      ua: userAgent,
      language: readLanguage(language),
      referer: readReferer(/^http/.test(href) ? href : referrer, settings2.referer),
      el: toBase64(personal.email),
      gdpr,
      buyeruids: toBase64(personal.buyeruids)
    },
    zones: slots2.map((own) => ({
      id: own["zone-id"],
      sub: own.sub ?? settings2.sub,
      keywords: readKeywords(own.keywords) || readKeywords(settings2.keywords),
      custom_targeting: readTargeting({ ...settings2, ...own })
    }))
  });
};
var readLanguage = (tag2) => {
  const [, language, region = ""] = tag2.toLowerCase().match(/^([a-z]{2})\b(?:-[a-z]{3,4}\b)*(-[a-z]{2}\b)?/) ?? [];
  return language && language + region;
};
var readKeywords = (list) => list?.match(/[^\s,]+(\s+[^\s,]+)*/g)?.join();
var readTargeting = (values) => {
  const pairs = Object.entries(values).filter(([name]) => name.startsWith("target-"));
  return pairs[0] && Object.fromEntries(pairs.map(([name, value]) => [name.slice(7), value]));
};
var readReferer = (address, mode = "path") => {
  if (mode.startsWith("http")) return mode;
  const [, scheme, host = "", path = "", query = ""] = address.match(/^(https?:\/\/)(?:[^/?#]*@)?([^/?#]*)([^?#]*)(\?[^#]*)?/) ?? [];
  return scheme && scheme + host + (mode === "origin" ? "" : path) + (mode === "full" ? query : "");
};
var toBase64 = (text) => text ? btoa(String.fromCharCode(...new TextEncoder().encode(text))) : void 0;

// src/tag/response.ts
var isAddress = (value) => /^"https?:\/\/[^\s/?#@\\"]+["/?#]/i.test(encode(value));
var fail = (code, message) => [null, { code, message }];
var readResult = (answer, at) => {
  const { zones, errors } = answer;
  if (!zones) return fail("rejected", encode(errors));
  const messages = [errors?.[at] ?? []].flat().map((one) => typeof one === "string" ? one : encode(one));
  const entry = zones[at];
  const data = entry ? entry.data : entry;
  if (data === null) return messages[0] ? fail("zone", messages.join()) : [null];
  if (!data || typeof entry.type !== "string")
    return fail("invalid-response", messages.join() || "no result");
  const unsafe = entry.type === "banner" && ["url", "impression", "image"].find((name) => !isAddress(data[name]));
  return unsafe ? fail("unsafe-url", `${unsafe}: ${encode(data[unsafe])}`) : [entry];
};

// src/tag/schedule.ts
var computeDue = ({ readyState, hidden, prerendering }, isComplete, { stage, _isNear }, matches) => {
  if (stage !== "waiting") return stage;
  if (!matches) return "media";
  if (!_isNear) return _isNear === void 0 ? "unknown" : "far";
  if (hidden === true || prerendering === true) return "hidden";
  return readyState === "loading" && !isComplete ? "loading" : "due";
};

// src/tag/settings.ts
var fromScript;
var fromCode = /* @__PURE__ */ Object.create(null);
var settings;
var setDefaults = (values) => {
  fromScript = values;
  setValues({});
};
var toJson = (value) => {
  try {
    return value && encode(value);
  } catch {
    return value;
  }
};
var setValues = (values) => {
  for (const [name, value] of Object.entries(values))
    if (name === "targeting")
      for (const key of Object.keys(Object(value))) store(fromCode, `target-${key}`, value[key]);
    else if (name === "gdpr") {
      store(fromCode, name, value?.gdpr);
      store(fromCode, "consent", value?.consent);
    } else store(fromCode, name.replace("I", "-i"), name === "buyeruids" ? toJson(value) : value);
  settings = Object.assign(/* @__PURE__ */ Object.create(null), fromScript, fromCode);
};

// src/tag/box.ts
var LINK = `[data-zone-state]>a[rel="noopener sponsored nofollow"]`;
var rules2 = `[data-zone-state][hidden]{display:none!important}@layer zonetag{${LINK},${LINK}>img{all:revert!important;display:inline-block!important;position:relative!important;vertical-align:top!important;text-indent:0!important;max-width:100%!important}${LINK}:before,${LINK}:after{content:none!important}}`;
var sheet;
function reserve(root, size = "0x0") {
  const [width, height] = size.split("x");
  const box = `[data-size="${size}"]`;
  const shape = `aspect-ratio:${width}/${height}`;
  const rule = `:where([data-zone-id],[data-zoneid]):where(${box}){display:block;writing-mode:horizontal-tb;contain:layout;container-type:inline-size;contain-intrinsic-width:min(${width}px,80vw);width:100%;max-width:${width}px;height:fit-content;min-height:0;${shape};text-indent:0}@layer zonetag{${box}${LINK},${LINK}>[width="${width}"][height="${height}"]{width:min(${width}px,100cqw)!important;max-height:100%!important;${shape}!important}${box}${LINK}>img{position:absolute!important;inset:0!important;width:100%!important;height:100%!important;object-fit:scale-down!important}}`;
  try {
    sheet ||= new CSSStyleSheet();
    if (!rules2.includes(rule)) {
      rules2 += rule;
      sheet.replaceSync(rules2);
    }
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  } catch {
  }
}

// src/tag/countdown.ts
var createCountdown = (milliseconds, onEnd, isContinuous) => {
  let startedAt = 0;
  let timer;
  let isOver = false;
  return (isRunning) => {
    if (isOver || isRunning === !!timer) return;
    if (isRunning) {
      startedAt = performance.now();
      timer = setTimeout(() => {
        isOver = true;
        onEnd();
      }, milliseconds);
    } else {
      clearTimeout(timer);
      timer = void 0;
      if (!isContinuous) milliseconds -= performance.now() - startedAt;
    }
  };
};

// src/tag/observer.ts
var IN_A_TASK = 20;
var observers = /* @__PURE__ */ new Map();
var listeners = /* @__PURE__ */ new Map();
var invisible = /* @__PURE__ */ new WeakSet();
var visibility;
var deliver = (entries) => {
  for (const entry of entries.splice(0, IN_A_TASK)) listeners.get(entry.target)?.(entry);
  if (entries[0]) setTimeout(deliver, 0, entries);
};
var observe = (target, box, distance, listener) => {
  let observer2 = observers.get(distance);
  if (!observer2) {
    const margin = `${distance}px`;
    const options = { rootMargin: margin, scrollMargin: margin, threshold: [0, 0.3, 0.5] };
    observer2 = new IntersectionObserver(deliver, options);
    observers.set(distance, observer2);
  }
  visibility ??= new ResizeObserver((entries) => {
    for (const { target: target2, contentRect } of entries) {
      const { width, height } = contentRect;
      const isHidden = width > 0 && (height === 0 || target2.checkVisibility?.({ checkOpacity: true, checkVisibilityCSS: true }) === false);
      invisible[isHidden ? "add" : "delete"](target2);
    }
  });
  listeners.set(
    target,
    (entry) => listener(entry, document.hidden !== true && !invisible.has(target) && !invisible.has(box))
  );
  visibility.observe(target);
  visibility.observe(box);
  observer2.observe(target);
  return () => {
    listeners.delete(target);
    visibility?.unobserve(target);
    visibility?.unobserve(box);
    observer2.unobserve(target);
  };
};

// src/tag/transport.ts
var readRetryAfter = (text) => {
  const milliseconds = Number.parseFloat(text) * 1e3;
  return Number.isNaN(milliseconds) ? Math.max(0, Date.parse(text) - Date.now()) : milliseconds;
};
var retryDelay = (status, retryAfter = "") => {
  const delay = status === 429 ? readRetryAfter(retryAfter) : 300 + Math.random() * 700;
  const mayHelp = !status || status === 429 || status > 499;
  return mayHelp && delay >= 0 && delay <= 6e4 ? delay : Number.POSITIVE_INFINITY;
};
var post = async ({ endpoint = "", timeout = 3e3, credentials = "omit" }, body) => {
  const controller = new AbortController();
  let text = "";
  let status = 0;
  let headers;
  let lost;
  const exchange2 = async () => {
    const response = await fetch(endpoint, {
      method: "POST",
      // A simple request, which needs no preflight: https://fetch.spec.whatwg.org/#cors-safelisted-request-header
      headers: { "Content-Type": "text/plain" },
      body,
      credentials,
      signal: controller.signal
    });
    text = await response.text();
    ({ status, headers } = response);
  };
  note("sent", body);
  try {
    await within(wait(timeout), exchange2());
  } catch (error) {
    controller.abort();
    lost = error;
  }
  note("received", { body, status, text, headers });
  try {
    const answer = JSON.parse(text);
    if (answer.zones || answer.errors) return [answer];
  } catch {
  }
  const retryAfter = headers?.get("Retry-After") || headers?.get("X-Rate-Limit-Reset") || "";
  const code = status === 429 ? "rate-limited" : status > 399 ? "http" : status ? "invalid-response" : lost === "timeout" ? lost : "network";
  return [
    null,
    {
      code,
      message: status ? `HTTP ${status}` : describe(lost),
      status,
      retryAfterMs: retryDelay(status, retryAfter)
    }
  ];
};
var sendImpression = (address, { credentials = "omit" }) => {
  const send = async () => fetch(address, { mode: "no-cors", keepalive: true, credentials });
  send().catch(() => wait(retryDelay(0)).then(send)).catch(() => {
  });
};

// src/tag/viewability.ts
var VIEWABLE_AFTER = 1e3;
var isInView = (area, ratio) => ratio >= (area < 242500 ? 0.5 : 0.3);

// src/tag/slot.ts
var STATE = "data-zone-state";
var lastKey = 0;
var dispatch = ({ element, key, own }, type, detail) => {
  note(type, detail, key);
  element.dispatchEvent(
    new CustomEvent(`zonetag:${type}`, {
      bubbles: true,
      composed: true,
      detail: { zoneId: own["zone-id"] ?? Number.NaN, ...detail }
    })
  );
};
var createSlot = (element, wake2) => {
  const key = ++lastKey;
  note("found", 0, key);
  return { element, key, own: {}, _values: {}, stage: "given-back", _wake: wake2, _isCollapsed: false };
};
var readSlot = (slot) => {
  slot.own = readAttributes(slot.element);
  slot._values = Object.assign(/* @__PURE__ */ Object.create(null), settings, slot.own);
  reserve(slot.element.getRootNode(), slot.own.size);
};
var startSlot = (slot) => {
  const { element } = slot;
  if (element.hasAttribute(STATE)) removeCopy(element);
  element.removeAttribute(STATE);
  readSlot(slot);
  slot._isNear = slot._values.lazy === void 0 || void 0;
  if (slot.own["zone-id"]) {
    slot.stage = "waiting";
    if (!slot._isNear) look(slot);
    slot._wake();
  } else {
    slot.stage = "requested";
    fail2(slot, { code: "invalid-zone", message: "expected a positive integer" });
  }
};
var requestAgain = (slot) => {
  if (!slot.own["zone-id"]) return;
  slot._isNear = true;
  slot.stage = "waiting";
  slot._wake();
};
var beginRequest = (slot, request) => {
  stopObserving(slot);
  readSlot(slot);
  slot.stage = "requested";
  slot._request = request;
  slot.element.setAttribute(STATE, "pending");
  dispatch(slot, "request");
};
var settle = (slot, state, detail) => {
  const { _ad, _request } = slot;
  const { refresh: refresh2, collapse: mode } = slot._values;
  slot._refresh = refresh2 ? createCountdown(refresh2 * 1e3, () => requestAgain(slot)) : void 0;
  slot.element.setAttribute(STATE, _ad ? "filled" : state);
  dispatch(slot, state, detail);
  if (slot._request !== _request) return;
  if (_ad || mode) collapse(slot);
  if (!slot._stopObserving) look(slot);
};
var fail2 = (slot, { code, message }) => {
  const zone = slot.own["zone-id"];
  if (zone) reportOnce(`zone ${zone}: ${code}: ${message}`);
  settle(slot, "error", { code, message });
};
var stopObserving = (slot) => {
  slot._stopObserving?.();
  slot._stopObserving = void 0;
  slot._ad?._viewable(false);
  slot._refresh?.(false);
};
var look = (slot) => {
  const { element, _values, _ad, _isNear } = slot;
  stopObserving(slot);
  slot._stopObserving = _isNear ? observe(_ad?._node ?? element, element, 0, (entry, isVisible) => onView(slot, entry, isVisible)) : observe(element, element, Number(_values.lazy), ({ isIntersecting }) => {
    slot._isNear ||= isIntersecting;
    slot._wake(true);
  });
};
var lookAgain = (slot) => {
  if (slot._request && slot._stopObserving) look(slot);
};
var onView = (slot, { boundingClientRect: { width, height, top }, intersectionRatio, rootBounds }, isVisible) => {
  const { _ad, _stopObserving } = slot;
  const area = width * height;
  const isEnough = isVisible && isInView(area, intersectionRatio);
  if (_ad && tellFilled(slot, _ad) && !area) return lookAgain(slot);
  if (slot._ad !== _ad || _ad?._node.isConnected === false) return;
  _ad?._viewable(isEnough);
  slot._refresh?.(isEnough);
  if (rootBounds && top >= rootBounds.bottom) collapse(slot);
  if (_ad && area) {
    if (isVisible) countImpression(slot, _ad);
    else if (_ad._impression)
      wait(1e3).then(() => slot._stopObserving === _stopObserving && lookAgain(slot));
  }
};
var tellFilled = (slot, ad) => {
  if (ad._isTold) return false;
  ad._isTold = true;
  settle(slot, "filled", { data: ad._entry });
  return true;
};
var countImpression = (slot, ad) => {
  const { _impression } = ad;
  if (!isAddress(_impression)) return;
  ad._impression = void 0;
  sendImpression(_impression, settings);
  dispatch(slot, "impression");
};
var collapse = (slot) => {
  const { element, _ad } = slot;
  const isEmpty = !_ad && !element.firstElementChild && !element.textContent?.trim();
  if (slot._values.collapse !== void 0) setCollapsed(slot, isEmpty);
};
var setCollapsed = (slot, isCollapsed) => {
  const { element, _isCollapsed } = slot;
  if (isCollapsed !== _isCollapsed && isCollapsed !== element.hidden)
    slot._isCollapsed = element.hidden = isCollapsed;
};
var putBack = (slot) => {
  if (slot._fallback) slot.element.replaceChildren(...slot._fallback);
  slot._fallback = slot._ad = void 0;
};
var giveBack = (slot) => {
  stopObserving(slot);
  slot.stage = "given-back";
  slot._request = void 0;
  putBack(slot);
  setCollapsed(slot, false);
  slot.element.removeAttribute(STATE);
  slot._wake();
};

// src/tag/show.ts
var renderers = /* @__PURE__ */ new Map();
var show = async (slot, request, [entry, failure], deadline) => {
  const isCurrent = () => slot._request === request;
  if (!isCurrent()) return;
  if (failure) return fail2(slot, failure);
  if (!entry) return settle(slot, "empty");
  const renderer = renderers.get(entry.type);
  if (!renderer && entry.type !== "banner")
    return fail2(slot, { code: "unsupported-type", message: entry.type });
  const { element } = slot;
  slot._fallback ||= [...element.childNodes];
  let node = element;
  try {
    if (renderer) await within(deadline, renderer(entry, element));
    else {
      const label = slot._values.label;
      node = await within(
        deadline,
        loadBanner(entry.data, label, () => dispatch(slot, "click"))
      );
    }
  } catch (error) {
    if (!isCurrent()) return;
    if (renderer) putBack(slot);
    return fail2(slot, { code: renderer ? "renderer" : "image", message: describe(error) });
  }
  if (!isCurrent()) return;
  if (!renderer) {
    const [width, height] = ["width", "height"].map((name) => node.getAttribute(name));
    if (width) reserve(element.getRootNode(), `${width}x${height}`);
    element.replaceChildren(node.parentNode);
  }
  const ad = {
    _node: node,
    _entry: entry,
    _impression: entry.data.impression,
    _viewable: createCountdown(VIEWABLE_AFTER, () => dispatch(slot, "viewable"), true)
  };
  slot._ad = ad;
  collapse(slot);
  look(slot);
  await deadline;
  if (isCurrent()) tellFilled(slot, ad);
};

// src/tag/requests.ts
var IN_A_TASK2 = 20;
var AD_TIMEOUT = 1e4;
var hasBegun = false;
var isBusy = false;
var pause;
var hasRequested = () => hasBegun;
var explain = (slot, slots2) => {
  const isComplete = !hasBegun && slots2.length >= (settings.zones ?? Number.POSITIVE_INFINITY);
  const { media } = slot.own;
  return computeDue(document, isComplete, slot, media === void 0 || matchesMedia(media, slot._wake));
};
var findDue = (slots2) => {
  const due = slots2.map((slot) => explain(slot, slots2));
  return due.includes("unknown") ? [] : slots2.filter((_, at) => due[at] === "due");
};
var requestDue = async (getSlots, mayWait) => {
  if (isBusy) return;
  isBusy = true;
  if (hasBegun || mayWait) await wait();
  await pause;
  const gdpr = findDue(getSlots())[0] && await readConsent(settings);
  isBusy = false;
  const slots2 = findDue(getSlots()).sort(
    (a, b) => a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1
  );
  for (let at = 0; at < slots2.length; at += MAX_ZONES) requestSlots(slots2.slice(at, at + MAX_ZONES), gdpr);
};
var requestSlots = async (slots2, gdpr) => {
  hasBegun = true;
  const request = {};
  for (const slot of slots2) beginRequest(slot, request);
  const isOpen = (slot) => slot._request === request;
  let open = slots2.filter((slot) => isOpen(slot) && slot.own["zone-id"]);
  let [answer, failure] = await exchange(open, gdpr);
  const delay = failure?.retryAfterMs ?? Number.POSITIVE_INFINITY;
  if (delay < Number.POSITIVE_INFINITY) {
    note("retry", delay);
    pause = wait(delay);
    await pause;
    open = open.filter(isOpen);
    [answer, failure] = await exchange(open, gdpr);
  }
  let deadline = wait(AD_TIMEOUT);
  for (const [at, slot] of open.entries()) {
    if (at && at % IN_A_TASK2 === 0) {
      await wait();
      deadline = wait(AD_TIMEOUT);
    }
    show(slot, request, answer ? readResult(answer, at) : [null, failure], deadline);
  }
};
var exchange = async (slots2, gdpr) => {
  if (!slots2[0]) return [{}];
  try {
    const own = slots2.map((slot) => slot.own);
    return await post(
      settings,
      composeRequest(own, settings, gdpr, location.href, document.referrer, navigator)
    );
  } catch (error) {
    return [null, { code: "config", message: describe(error) }];
  }
};

// src/tag/registry.ts
var slots = /* @__PURE__ */ new Map();
var listSlots = () => {
  for (const [element, slot] of slots) if (!element.isConnected) drop(slot);
  return [...slots.values()];
};
var drop = (slot) => {
  slots.delete(slot.element);
  giveBack(slot);
};
var wake = (mayWait) => void requestDue(listSlots, mayWait);
var consider = (element, isNamed) => {
  const { zoneId, zoneid } = element.dataset ?? {};
  const isKnown = slots.has(element);
  if ((zoneId ?? zoneid) === void 0 || !settings.endpoint || !element.isConnected) return;
  if (!isNamed && (isKnown || settings.manual !== void 0)) return;
  const slot = slots.get(element) ?? createSlot(element, wake);
  slots.set(element, slot);
  if (slot.stage === "given-back") startSlot(slot);
};
var visit = (root, isNamed) => {
  consider(root, isNamed);
  const found = root.querySelectorAll?.("[data-zone-id],[data-zoneid]") ?? [];
  for (const element of found) consider(element, isNamed);
};
var observer;
var hear = (records) => {
  if (records.some(({ removedNodes }) => removedNodes[0])) listSlots();
  for (const { target, attributeName, oldValue, addedNodes } of records) {
    const element = target;
    if (attributeName && oldValue !== element.getAttribute(attributeName)) {
      const slot = slots.get(element);
      const isTaken = slot && slot.stage !== "given-back";
      if (isTaken) drop(slot);
      consider(element, isTaken);
    }
    for (const node of addedNodes) visit(node);
  }
};
var watch = (node) => {
  observer ??= new MutationObserver(hear);
  observer.observe(node.getRootNode(), {
    childList: true,
    subtree: true,
    attributeOldValue: true,
    attributeFilter: ["data-zone-id", "data-zoneid"]
  });
};
var scan = (root = document) => {
  watch(root);
  visit(root, true);
};
var findSlots = (target) => listSlots().filter(
  ({ element, own }) => target === void 0 || own["zone-id"] === Number(target) || target?.contains?.(element)
);
var refresh = (target) => {
  if (target?.nodeType) scan(target);
  for (const slot of findSlots(target))
    if (slot.stage === "given-back") startSlot(slot);
    else if (target !== void 0 || slot._isNear) requestAgain(slot);
};
var destroy = (target) => findSlots(target).forEach(giveBack);

// src/tag/zonetag.ts
var loadConsole;
var ONE = /* @__PURE__ */ Symbol.for("zonetag");
var page = globalThis;
var findTag = () => page[ONE];
var tag = {
  push(...functions) {
    for (const run of functions)
      try {
        run(tag);
      } catch (error) {
        console.error(error);
      }
  },
  set: setValues,
  scan,
  refresh,
  destroy,
  render: (type, renderer) => void renderers.set(type, renderer),
  console: () => loadConsole().then(
    ({ open }) => open({
      tag,
      attributes: ATTRIBUTES,
      get settings() {
        return settings;
      },
      slots,
      notes,
      explain: (slot) => explain(slot, listSlots())
    })
  ).catch((error) => reportOnce(`console.js: ${error}`))
};
var start = (from, load, queue) => {
  page[ONE] = tag;
  loadConsole = load;
  setDefaults(readAttributes(from));
  tag.push(...queue);
  if (location.href.includes("zonetag_console")) tag.console();
  const { endpoint: href, manual } = settings;
  if (!href) {
    if (from?.getAttribute("data-endpoint") == null) reportOnce("data-endpoint is missing");
    return;
  }
  for (const type of ["DOMContentLoaded", "visibilitychange", "prerenderingchange"])
    EventTarget.prototype.addEventListener.call(document, type, () => {
      wake();
      listSlots().forEach(lookAgain);
    });
  watch(document);
  if (manual === void 0) scan();
  wait().then(() => {
    if (!hasRequested()) document.head?.append(make("link", { rel: "preconnect", href, crossOrigin: "" }));
  });
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
  const before = findTag();
  if (before) return before;
  const values = new Map(
    Object.entries({ ...settings2, manual: manual || void 0 }).map(([name, value]) => [
      `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      value
    ])
  );
  const from = {
    getAttributeNames: () => [...values.keys()],
    getAttribute: (name) => values.get(name)
  };
  const consent = typeof gdpr === "number" ? { gdpr, consent: settings2.consent ?? "" } : gdpr;
  const more = { email, buyeruids, targeting, gdpr: consent };
  start(from, () => import("./console.js"), [
    (z) => z.set(Object.fromEntries(Object.entries(more).filter(([, value]) => value != null)))
  ]);
  return tag;
}
export {
  createZonetag
};
//# sourceMappingURL=zonetag.mjs.map
