// src/tag/media.ts
var lists = {};
var matchesMedia = (query, onChange) => {
  lists[query] ??= matchMedia(query);
  const list = lists[query];
  list.onchange = onChange;
  return list.matches;
};
var canMatch = (query) => query.split(",").some((part) => {
  const plain = part.replace(/^\s*(not|only)\s/i, "");
  return [`not all and ${plain}`, `not (${plain} or ${plain})`, `not ${plain}`, plain].some(
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
var isOption = (text, option) => option === "an address" ? /^https?:\/\/.+$/.test(text) : option === "WIDTHxHEIGHT" ? /^[1-9]\d*x[1-9]\d*$/.test(text) : option === "a media query" ? canMatch(text) : text === option.replace("nothing", "");
var isExpected = (text, expected) => {
  const [least = 0, most = 0] = expected.split(" to ").map(Number.parseFloat);
  return most ? Boolean(text) && +text % 1 === 0 && +text >= least && +text <= most : !expected || expected.split(" or ").some((option) => isOption(text, option));
};
var readAttributes = (dataset, defaults) => {
  const values = Object.assign(/* @__PURE__ */ Object.create(null), defaults);
  for (const [key, text] of Object.entries(dataset)) {
    const name = key.replace(/[A-Z]/g, "-$&").toLowerCase();
    const expected = name.startsWith("target-") ? "" : ATTRIBUTES[name];
    if (typeof expected !== "string") continue;
    if (isExpected(text, expected)) values[name] = text;
    else reportOnce(`data-${name}="${text}": expected ${expected}`);
  }
  if (values.zoneid) values["zone-id"] ??= values.zoneid;
  return values;
};

// src/tag/dom.ts
var callMethod = (node, name, ...values) => Object.getPrototypeOf(node)[name]?.call(node, ...values);

// src/tag/banner.ts
var REL = "noopener sponsored nofollow";
var LINK = `[data-zone-state]>a[rel="${REL}"]`;
var make = (name, properties) => Object.assign(callMethod(document, "createElement", name), properties);
var loadBanner = ({ url, image }, label, onClick) => new Promise((resolve, reject) => {
  const onclick = ({ button }) => button < 2 && onClick();
  const link = make("a", { href: url, target: "_blank", rel: REL, onclick, onauxclick: onclick });
  link.setAttribute("aria-label", label || "Advertisement");
  const img = make("img", {
    src: image,
    alt: "",
    decoding: "async",
    onload: () => resolve(img),
    onerror: () => reject(image)
  });
  link.append(img);
});

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

// src/tag/refresh.ts
var requestAgain = (slot) => {
  slot._isNear = true;
  slot.stage = "waiting";
  slot._wake();
};
var createRefresh = (slot) => {
  const { refresh: refresh2 } = slot.values;
  return refresh2 ? createCountdown(+refresh2 * 1e3, () => requestAgain(slot)) : void 0;
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
var IN_A_TASK = 10;
var wait = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds));
var within = (limit, work) => Promise.race([
  work,
  limit.then(() => {
    throw "timeout";
  })
]);
var forEachInTasks = async (items, run) => {
  let at = 0;
  for (const item of items) {
    if (at && at % IN_A_TASK === 0) await wait();
    run(item, at++);
  }
};

// src/tag/consent.ts
var readConsent = async ({
  gdpr,
  consent = "",
  "consent-timeout": timeout = "3000"
}) => {
  const page2 = window;
  if (gdpr) return { gdpr: gdpr === "0" ? 0 : 1, consent };
  if (!page2.__tcfapi) return void 0;
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
      else if (ok && data && /^(tcl|user)/.test(data.eventStatus))
        resolve({ gdpr: data.gdprApplies === false ? 0 : 1, consent: data.tcString ?? "" });
    })
  );
  return within(wait(+timeout), answer).catch(() => ({ gdpr: 1, consent: "" })).finally(stop);
};

// src/tag/text.ts
var encode = (value) => JSON.stringify(value, function(name) {
  return this[name];
});
var isAddress = (value) => typeof value === "string" && /^https?:\/\/[^\s/?#@\\"]+([/?#]|$)/i.test(value);
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
    zones: slots2.map((values) => ({
      id: toNumber(values["zone-id"]),
      sub: toNumber(values.sub),
      keywords: readKeywords(values.keywords) || readKeywords(settings2.keywords),
      custom_targeting: readTargeting(values)
    }))
  });
};
var toNumber = (text) => text && +text;
var readLanguage = (tag2) => /^([a-z]{2})\b(?:-[a-z]{3,4}\b)*(-[a-z]{2}\b)?/.exec(tag2.toLowerCase())?.slice(1).join("");
var readKeywords = (list) => list?.match(/[^\s,]([^,]*[^\s,])?/g)?.join();
var readTargeting = (values) => {
  const pairs = Object.entries(values).filter(([name]) => name.startsWith("target-"));
  return pairs[0] && Object.fromEntries(pairs.map(([name, value]) => [name.slice(7), value]));
};
var REFERERS = {
  path: /^https?:[^?#]*/,
  full: /^https?:[^#]*/,
  origin: /^https?:..[^/?#]*/
};
var readReferer = (address, mode = "path") => {
  const allowed = REFERERS[mode];
  return allowed ? address.match(allowed)?.[0].replace(/\/\/[^/?#]*@/, "//") : mode;
};
var toBase64 = (text) => text ? btoa(String.fromCharCode(...new TextEncoder().encode(text))) : void 0;

// src/tag/response.ts
var readResult = (reply, at) => {
  if (!reply.zones) return [reply.code, reply.message];
  const { zones, errors } = reply;
  const message = [errors?.[at] ?? []].flat().map((one) => typeof one === "string" ? one : encode(one)).join();
  const entry = zones[at];
  const data = entry ? entry.data : entry;
  if (data === null) return message ? ["zone", message] : [];
  if (!data || typeof entry.type !== "string") return ["invalid-response", message || "no result"];
  const unsafe = entry.type === "banner" && ["url", "impression", "image"].find((name) => !isAddress(data[name]));
  return unsafe ? ["unsafe-url", `${unsafe}: ${encode(data[unsafe])}`] : ["", "", entry];
};

// src/tag/schedule.ts
var computeDue = ({ readyState, hidden, prerendering }, isComplete, { stage, _isNear }, matches) => {
  if (stage !== "waiting") return stage;
  if (!matches) return "media";
  if (!_isNear) return _isNear == null ? "unknown" : "far";
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
var setText = (name, value) => {
  const parts = [value].flat();
  delete fromCode[name];
  if (value == null) return;
  if (parts.every((part) => /^(str|num|boo)/.test(typeof part))) fromCode[name] = parts.join();
  else reportOnce(`${name}: expected text`);
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
      for (const [key, text] of Object.entries(Object(value))) setText(`target-${key}`, text);
    else if (name === "gdpr") {
      setText(name, value?.gdpr);
      setText("consent", value?.consent);
    } else setText(name.replace("I", "-i"), name === "buyeruids" ? toJson(value) : value);
  settings = Object.assign(/* @__PURE__ */ Object.create(null), fromScript, fromCode);
};

// src/tag/collapse.ts
var COLLAPSED = "data-zone-collapsed";
var collapse = ({ element, _ad, values }) => {
  if (values.collapse == null) return;
  if (!_ad && !element.children[0] && !element.textContent?.trim()) element.dataset.zoneCollapsed = "";
  else delete element.dataset.zoneCollapsed;
};

// src/tag/box.ts
var rules = `@layer zonetag{[${COLLAPSED}]{display:none!important}${LINK},${LINK}>img{all:revert!important;display:inline-block!important;position:relative!important;vertical-align:top!important;text-indent:0!important;max-width:100%!important}${LINK}:before,${LINK}:after{content:none!important}}`;
var sheet;
var reserve = (element, size = "0x0") => {
  const [width, height] = size.split("x");
  const box = `[data-size="${size}"]`;
  const shape = `aspect-ratio:${width}/${height}`;
  const rule = `:where([data-zone-id],[data-zoneid]):where(${box}){display:block;writing-mode:horizontal-tb;contain:layout;container-type:inline-size;contain-intrinsic-width:min(${width}px,80vw);width:100%;max-width:${width}px;height:fit-content;min-height:0;${shape};text-indent:0}@layer zonetag{${box}${LINK},${LINK}>[width="${width}"][height="${height}"]{width:min(${width}px,100cqw)!important;max-height:100%!important;${shape}!important}${box}${LINK}>img{position:absolute!important;inset:0!important;width:100%!important;height:100%!important;object-fit:scale-down!important}}`;
  try {
    const root = callMethod(element, "getRootNode");
    sheet ||= new CSSStyleSheet();
    if (!rules.includes(rule)) {
      rules += rule;
      sheet.replaceSync(rules);
    }
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  } catch {
  }
};

// src/tag/events.ts
var dispatch = ({ element, key, values }, type, detail) => {
  note(type, detail, key);
  callMethod(
    element,
    "dispatchEvent",
    new CustomEvent(`zonetag:${type}`, {
      bubbles: true,
      composed: true,
      detail: { zoneId: Number(values["zone-id"]), ...detail }
    })
  );
};

// src/tag/fallback.ts
var keepFallback = (slot) => {
  slot._fallback ??= [...slot.element.childNodes];
};
var putBack = (slot) => {
  if (slot._fallback) callMethod(slot.element, "replaceChildren", ...slot._fallback);
  slot._fallback = slot._ad = void 0;
};

// src/tag/retry.ts
var MAX_DELAY = 6e4;
var readRetryAfter = (text) => {
  const milliseconds = Number.isNaN(+text) ? Date.parse(text) - Date.now() : +text * 1e3;
  return text && milliseconds <= MAX_DELAY ? Math.max(0, milliseconds) : void 0;
};
var retryDelay = (status, retryAfter = "") => status === 429 ? readRetryAfter(retryAfter) : !status || status > 499 ? 300 + Math.random() * 700 : void 0;

// src/tag/transport.ts
var post = async ({ endpoint = "", timeout = "3000", credentials = "omit" }, compose) => {
  const controller = new AbortController();
  let body;
  let text = "";
  let status = 0;
  let headers;
  let lost;
  const exchange2 = async (body2) => {
    const response = await fetch(endpoint, {
      method: "POST",
      // A simple request, which needs no preflight: https://fetch.spec.whatwg.org/#cors-safelisted-request-header
      headers: { "Content-Type": "text/plain" },
      body: body2,
      credentials,
      signal: controller.signal
    });
    text = await response.text();
    ({ status, headers } = response);
  };
  try {
    body = compose();
    note("sent", body);
    await within(wait(+timeout), exchange2(body));
  } catch (error) {
    controller.abort();
    lost = error;
  }
  note("received", { body, status, text, headers });
  try {
    const { zones, errors } = JSON.parse(text);
    if (zones) return { zones, errors };
    if (errors) return { code: "rejected", message: encode(errors) };
  } catch {
  }
  return {
    code: status === 429 ? "rate-limited" : status > 399 ? "http" : status ? "invalid-response" : lost === "timeout" ? lost : body ? "network" : "config",
    message: status ? `HTTP ${status}` : describe(lost),
    retryAfterMs: retryDelay(status, headers?.get("Retry-After") || headers?.get("X-Rate-Limit-Reset") || "")
  };
};
var sendImpression = (address, { credentials = "omit" }) => {
  const send = async () => fetch(address, { mode: "no-cors", keepalive: true, credentials });
  send().catch(() => wait(retryDelay(0)).then(send)).catch(() => {
  });
};

// src/tag/impression.ts
var countImpression = (slot, ad) => {
  const { _impression } = ad;
  if (!isAddress(_impression)) return;
  ad._impression = void 0;
  sendImpression(_impression, settings);
  dispatch(slot, "impression");
};

// src/tag/observer.ts
var observers = {};
var listeners = /* @__PURE__ */ new Map();
var invisible = /* @__PURE__ */ new WeakSet();
var visibility;
var canBeSeen = (box) => document.hidden !== true && !invisible.has(box);
var observe = (target, box, distance, listener) => {
  const margin = `${distance}px`;
  observers[distance] ??= new IntersectionObserver(
    // A few in a task, so that the page can answer its reader in between.
    (entries) => forEachInTasks(entries, (entry) => listeners.get(entry.target)?.(entry)),
    // What lies in a part that scrolls is near that part's edge: https://w3c.github.io/IntersectionObserver/#dom-intersectionobserverinit-scrollmargin
    { rootMargin: margin, scrollMargin: margin, threshold: [0, 0.3, 0.5] }
  );
  const observer2 = observers[distance];
  visibility ??= new ResizeObserver((entries) => {
    for (const {
      target: target2,
      contentRect: { width, height }
    } of entries) {
      const isHidden = width && (!height || target2.checkVisibility?.({ checkOpacity: true, checkVisibilityCSS: true }) === false);
      invisible[isHidden ? "add" : "delete"](target2);
    }
  });
  listeners.set(target, listener);
  visibility.observe(box);
  observer2.observe(target);
  return () => {
    listeners.delete(target);
    visibility?.unobserve(box);
    observer2.unobserve(target);
  };
};

// src/tag/viewability.ts
var VIEWABLE_AFTER = 1e3;
var isInView = (area, ratio) => ratio >= (area < 242500 ? 0.5 : 0.3);

// src/tag/slot.ts
var lastKey = 0;
var createSlot = (element, id, wake2) => {
  const key = ++lastKey;
  note("found", 0, key);
  return { element, key, id, values: {}, _wake: wake2 };
};
var readSlot = (slot) => {
  slot.values = readAttributes(slot.element.dataset, settings);
  reserve(slot.element, slot.values.size);
};
var startSlot = (slot) => {
  callMethod(slot.element, "querySelectorAll", LINK)?.forEach((copy) => copy.remove());
  delete slot.element.dataset.zoneState;
  readSlot(slot);
  slot.stage = "waiting";
  slot._isNear = slot.values.lazy == null || void 0;
  if (!slot._isNear) observeSlot(slot);
  slot._wake();
};
var beginRequest = (slot, request) => {
  stopObserving(slot);
  readSlot(slot);
  slot.stage = "requested";
  slot._request = request;
  if (slot.values["zone-id"]) {
    slot.element.dataset.zoneState = "pending";
    dispatch(slot, "request");
  } else fail(slot, "invalid-zone", "expected a positive integer");
};
var settle = (slot, state, detail) => {
  const { _ad, _request, values } = slot;
  slot._refresh = createRefresh(slot);
  slot.element.dataset.zoneState = _ad ? "filled" : state;
  dispatch(slot, state, detail);
  if (slot._request !== _request) return;
  if (_ad || values.collapse) collapse(slot);
  if (!slot._stopObserving) observeSlot(slot);
};
var fail = (slot, code, message) => {
  const zone = slot.values["zone-id"];
  if (zone) reportOnce(`zone ${zone}: ${code}: ${message}`);
  settle(slot, "error", { code, message });
};
var stopObserving = (slot) => {
  slot._stopObserving?.();
  slot._stopObserving = void 0;
  slot._ad?._viewable(false);
  slot._refresh?.(false);
};
var observeSlot = (slot) => {
  stopObserving(slot);
  slot._stopObserving = observe(
    slot._ad?._node ?? slot.element,
    slot.element,
    slot._request ? 0 : Number(slot.values.lazy),
    (entry) => onView(slot, entry)
  );
};
var reobserve = (slot) => {
  if (slot._stopObserving) observeSlot(slot);
};
var onView = (slot, {
  boundingClientRect: { width, height, top },
  intersectionRatio,
  isIntersecting,
  rootBounds
}) => {
  const isVisible = canBeSeen(slot.element);
  const { _ad, _stopObserving } = slot;
  const area = width * height;
  const isEnough = isVisible && isInView(area, intersectionRatio);
  if (!slot._request) {
    slot._isNear ||= isIntersecting;
    return slot._wake(true);
  }
  if (_ad && dispatchFilled(slot, _ad) && !area) return reobserve(slot);
  if (slot._ad !== _ad || _ad?._node.isConnected === false) return;
  _ad?._viewable(area > 0 && isEnough);
  slot._refresh?.(isEnough);
  if (rootBounds && top >= rootBounds.bottom) collapse(slot);
  if (_ad && (area || isIntersecting)) {
    if (area && isVisible) countImpression(slot, _ad);
    else if (_ad._impression)
      wait(1e3).then(() => slot._stopObserving === _stopObserving && reobserve(slot));
  }
};
var dispatchFilled = (slot, ad) => {
  if (ad._isDispatched) return false;
  ad._isDispatched = true;
  settle(slot, "filled", { data: ad._entry });
  return true;
};
var giveBack = (slot) => {
  stopObserving(slot);
  slot.stage = void 0;
  slot._request = void 0;
  putBack(slot);
  delete slot.element.dataset.zoneState;
  delete slot.element.dataset.zoneCollapsed;
  slot._wake();
};

// src/tag/show.ts
var renderers = /* @__PURE__ */ new Map();
var place = ({ element }, image, { width = 0, height = 0 }) => {
  if (width > 0 && height > 0) {
    Object.assign(image, { width, height });
    reserve(element, `${+width}x${+height}`);
  }
  callMethod(element, "replaceChildren", image.parentNode);
  return image;
};
var show = async (slot, request, [code, message, entry], deadline) => {
  const isCurrent = () => slot._request === request;
  if (!isCurrent()) return;
  if (code) return fail(slot, code, message);
  if (!entry) return settle(slot, "empty");
  const renderer = renderers.get(entry.type);
  if (!renderer && entry.type !== "banner") return fail(slot, "unsupported-type", entry.type);
  const { element } = slot;
  const data = entry.data;
  let shown;
  let error;
  try {
    keepFallback(slot);
    shown = await within(
      deadline,
      renderer ? renderer(entry, element) : loadBanner(data, slot.values.label, () => dispatch(slot, "click"))
    );
  } catch (thrown) {
    error = describe(thrown);
  }
  if (!isCurrent()) return;
  if (error != null) {
    if (renderer) putBack(slot);
    return fail(slot, renderer ? "renderer" : "image", error);
  }
  const ad = {
    _node: renderer ? element : place(slot, shown, data),
    _entry: entry,
    _impression: data.impression,
    _viewable: createCountdown(VIEWABLE_AFTER, () => dispatch(slot, "viewable"), true)
  };
  slot._ad = ad;
  collapse(slot);
  observeSlot(slot);
  await deadline;
  if (isCurrent()) dispatchFilled(slot, ad);
};

// src/tag/requests.ts
var AD_TIMEOUT = 1e4;
var hasBegun = false;
var isBusy = false;
var pause;
var hasRequested = () => hasBegun;
var explain = (slot, slots2) => {
  const { zones = Number.POSITIVE_INFINITY } = settings;
  const { media } = slot.values;
  return computeDue(
    document,
    !hasBegun && slots2.length >= +zones,
    slot,
    media == null || matchesMedia(media, slot._wake)
  );
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
    (a, b) => callMethod(a.element, "compareDocumentPosition", b.element) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1
  );
  while (slots2[0]) requestSlots(slots2.splice(0, MAX_ZONES), gdpr);
};
var requestSlots = (slots2, gdpr) => {
  hasBegun = true;
  const request = {};
  for (const slot of slots2) beginRequest(slot, request);
  exchange(slots2, request, gdpr, true);
};
var exchange = async (slots2, request, gdpr, mayRetry) => {
  const open = slots2.filter(({ _request, values }) => _request === request && values["zone-id"]);
  if (!open[0]) return;
  const reply = await post(
    settings,
    () => composeRequest(
      open.map(({ values }) => values),
      settings,
      gdpr,
      location.href,
      document.referrer,
      navigator
    )
  );
  const { retryAfterMs } = reply;
  if (mayRetry && retryAfterMs != null) {
    note("retry", retryAfterMs);
    pause = wait(retryAfterMs);
    await pause;
    return exchange(open, request, gdpr);
  }
  const deadline = wait(AD_TIMEOUT);
  forEachInTasks(open, (slot, at) => show(slot, request, readResult(reply, at), deadline));
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
  const { zoneid, zoneId = zoneid } = element.dataset ?? {};
  let slot = slots.get(element);
  const isChanged = slot?.stage && slot.id !== zoneId;
  if (slot && isChanged) slot = drop(slot);
  if (zoneId == null || !settings.endpoint || !element.isConnected) return;
  if (!isNamed && !isChanged && (slot || settings.manual != null)) return;
  slot ??= createSlot(element, zoneId, wake);
  slots.set(element, slot);
  if (!slot.stage) startSlot(slot);
};
var visit = (root, isNamed) => {
  consider(root, isNamed);
  callMethod(root, "querySelectorAll", "[data-zone-id],[data-zoneid]")?.forEach(
    (element) => consider(element, isNamed)
  );
};
var observer;
var watch = (node) => {
  observer ??= new MutationObserver((records) => {
    listSlots();
    for (const { target, addedNodes } of records) {
      consider(target);
      for (const added of addedNodes) visit(added);
    }
  });
  observer.observe(callMethod(node, "getRootNode"), {
    childList: true,
    subtree: true,
    attributeFilter: ["data-zone-id", "data-zoneid"]
  });
};
var scan = (root = document) => {
  watch(root);
  visit(root, true);
};
var findSlots = (target) => listSlots().filter(
  ({ element, id }) => target === void 0 || +id === Number(target) || target?.contains?.(element)
);
var refresh = (target) => {
  if (target?.nodeType) scan(target);
  for (const slot of findSlots(target))
    if (!slot.stage) startSlot(slot);
    else if (target !== void 0 || slot._isNear) requestAgain(slot);
};
var destroy = (target) => findSlots(target).forEach(giveBack);

// src/tag/openConsole.ts
var openConsole = (tag2, load) => load().then(
  ({ open }) => open({
    tag: tag2,
    attributes: ATTRIBUTES,
    get settings() {
      return settings;
    },
    slots,
    notes,
    explain: (slot) => explain(slot, listSlots())
  })
).catch((error) => reportOnce(`console.js: ${error}`));

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
  console: () => openConsole(tag, loadConsole)
};
var start = (dataset, load, queue) => {
  page[ONE] = tag;
  loadConsole = load;
  setDefaults(readAttributes(dataset));
  tag.push(...queue);
  if (location.href.includes("zonetag_console")) tag.console();
  const { endpoint: href, manual } = settings;
  if (!href) {
    if (dataset.endpoint == null) reportOnce("data-endpoint is missing");
    return;
  }
  const onChange = () => {
    wake();
    listSlots().forEach(reobserve);
  };
  for (const type of ["DOMContentLoaded", "visibilitychange", "prerenderingchange"])
    callMethod(document, "addEventListener", type, onChange);
  watch(document);
  if (manual == null) scan();
  wait().then(() => {
    if (!hasRequested()) document.head?.append(make("link", { rel: "preconnect", href, crossOrigin: "" }));
  });
};

// src/tag/index.ts
function createZonetag({
  userId,
  email,
  buyeruids,
  keywords,
  targeting,
  gdpr,
  manual,
  ...settings2
}) {
  const before = findTag();
  if (before) return before;
  const dataset = Object.fromEntries(
    Object.entries({ ...settings2, manual: manual || void 0 }).filter(([, value]) => value != null).map(([name, value]) => [name, String(value)])
  );
  const consent = typeof gdpr === "number" ? { gdpr, consent: settings2.consent ?? "" } : gdpr;
  const more = { userId, email, buyeruids, keywords, targeting, gdpr: consent };
  start(dataset, () => import("./console.js"), [
    (z) => z.set(Object.fromEntries(Object.entries(more).filter(([, value]) => value != null)))
  ]);
  return tag;
}
export {
  createZonetag
};
//# sourceMappingURL=zonetag.mjs.map
