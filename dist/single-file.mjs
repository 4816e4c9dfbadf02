// src/tag/globals.ts
var page = globalThis;
var { assign, create, entries, getPrototypeOf } = {}.constructor;
var attempt = (run) => {
  try {
    return run();
  } catch {
    return void 0;
  }
};
var createPromise = async (then) => ({ then });
var readClock = () => attempt(() => page.performance.now()) ?? 0;

// src/tag/record.ts
var notes = [];
var note = (type, detail, key) => {
  if (notes.push({ type, at: readClock(), detail, key }) > 500) notes.shift();
};
var reported = [];
var reportOnce = (text) => {
  if (reported.includes(text)) return;
  reported.push(text);
  note("wrong", text);
  attempt(() => page.console.error("[zonetag]", text));
};

// src/tag/attributes.ts
var MAX = 9e15;
var POSITIVE = [1, MAX];
var MILLISECONDS = [0, 6e5];
var RULES = assign(create(null), {
  endpoint: /^https?:\/\/.+$/,
  zoneId: POSITIVE,
  sub: /^-?\d{1,15}$/,
  size: /^[1-9]\d*x[1-9]\d*$/,
  lazy: [0, MAX],
  refresh: [30, 86400],
  collapse: /^(always)?$/,
  zones: POSITIVE,
  referer: /^(path|full|origin|https?:\/\/.+)$/,
  gdpr: /^[01]$/,
  consentTimeout: MILLISECONDS,
  timeout: MILLISECONDS,
  credentials: /^(omit|include)$/
});
var setValue = (values, name, text, label = name) => {
  const rule = RULES[name];
  const value = rule ? text.trim() : text;
  if (!rule || ("test" in rule ? rule.test(value) : isInRange(value, rule))) values[name] = value;
  else reportOnce(`${label}="${text}": expected ${rule}`);
};
var isInRange = (text, [min, max]) => /^\d+$/.test(text) && +text >= min && +text <= max;
var readAttributes = (dataset, defaults = null) => {
  const values = create(defaults);
  for (const [key, text] of entries(dataset)) {
    const name = key.replace(/[A-Z]/g, "-$&").toLowerCase();
    setValue(values, name.startsWith("target-") ? name : key, text, `data-${name}`);
  }
  return values;
};

// src/tag/dom.ts
var callMethod = (node, name, ...values) => getPrototypeOf(node)[name]?.call(node, ...values);
var readProperty = (node, name) => getPrototypeOf(node).__lookupGetter__(name)?.call(node);
var MARK = "[zonetag]";
var readMark = (node) => node[MARK];
var mark = (node, value) => {
  node[MARK] = value;
};

// src/tag/banner.ts
var REL = "noopener sponsored nofollow";
var LINK = `[data-zone-state]>a[rel="${REL}"]`;
var make = (name, properties) => assign(callMethod(document, "createElement", name), properties);
var loadBanner = ({ url, image }, label, onClick) => createPromise((resolve, reject) => {
  const onclick = ({ button }) => button < 2 && onClick();
  const link = make("a", { href: url, target: "_blank", rel: REL, onclick, onauxclick: onclick });
  link.setAttribute("aria-label", label || "Advertisement");
  const img = make("img", {
    src: image,
    alt: "",
    decoding: "async",
    onload: () => resolve({ _link: link, _node: img }),
    onerror: () => reject(image)
  });
  link.append(img);
});

// src/tag/content.ts
var PLACEHOLDER = "[data-zone-id]:not(script),ins[data-zoneid]";
var OF_PAGE = `article,footer,h1,header,main,nav,${PLACEHOLDER}`;
var UNFIT = "src form href rows cells".split(" ");
var judgeContent = (found, width, height, size = "", screen) => {
  const [declaredWidth, declaredHeight] = size.split("x");
  const isLarge = height > screen || width * height > 4 * Number(declaredWidth) * Number(declaredHeight);
  return found ?? (isLarge ? `${width}x${height}` : void 0);
};
var isBlank = (element) => ![...readProperty(element, "childNodes")].some(
  ({ nodeName, textContent }) => nodeName === "#text" ? textContent?.trim() : !/^#|^BR$|STYLE$|SCRIPT$/.test(nodeName)
);
var findObstacle = ({ element, values, _ad }) => {
  if (UNFIT.some((name) => name in element)) return element.localName;
  if (!(_ad?._link ? element.childNodes[1] : !_ad && !isBlank(element))) return void 0;
  const range = callMethod(document, "createRange");
  range.selectNodeContents(element);
  const height = range.getBoundingClientRect?.().height;
  return judgeContent(
    callMethod(element, "querySelector", OF_PAGE)?.localName,
    element.scrollWidth,
    // The range excludes content that is moved off the top; `scrollHeight` excludes reserved space.
    height < element.scrollHeight ? height : element.scrollHeight,
    values.size,
    page.innerHeight
  );
};

// src/tag/countdown.ts
var createCountdown = (milliseconds, onEnd, isContinuous) => {
  let startedAt = 0;
  let timer;
  let isOver = false;
  return (isRunning) => {
    if (isOver || (isRunning ? timer : !timer)) return;
    if (isRunning) {
      startedAt = readClock();
      timer = attempt(
        () => page.setTimeout(() => {
          isOver = true;
          onEnd();
        }, milliseconds)
      );
    } else {
      attempt(() => page.clearTimeout(timer));
      timer = void 0;
      if (!isContinuous) milliseconds -= readClock() - startedAt;
    }
  };
};

// src/tag/refresh.ts
var requestAgain = (slot) => {
  slot.isNear = true;
  slot.stage = "waiting";
  slot._wake();
};
var createRefresh = (slot) => {
  const { refresh: refresh2 } = slot.values;
  return refresh2 ? createCountdown(+refresh2 * 1e3, () => requestAgain(slot)) : void 0;
};

// src/protocol/placement.ts
var MAX_ZONES = 100;
var MAX_BODY = 65536;

// src/tag/time.ts
var IN_A_TASK = 10;
var wait = (milliseconds) => createPromise((resume) => attempt(() => page.setTimeout(resume, milliseconds)));
var within = (limit, work) => createPromise((resolve, reject) => {
  limit.then(() => reject("timeout"));
  const run = async () => work;
  run().then(resolve, reject);
});
var IDLE_AFTER = 1e4;
var arrivals = 0;
var noteArrival = () => void arrivals++;
var waitForIdle = async () => {
  let before;
  do {
    before = arrivals;
    await wait(IDLE_AFTER);
  } while (before !== arrivals);
};
var turn;
var takeTurn = (at) => {
  if (at && at % IN_A_TASK === 0) turn = wait();
  return turn;
};
var forEachInTurn = (items, run) => items.forEach(async (item, at) => {
  await takeTurn(at);
  run(item, at);
});

// src/tag/consent.ts
var readConsent = async ({
  gdpr,
  consent = "",
  consentTimeout = "3000"
}) => {
  if (gdpr) return { gdpr: +gdpr, consent };
  if (!page.__tcfapi) return void 0;
  const answer = createPromise(
    (resolve) => page.__tcfapi("addEventListener", 2, (data, ok) => {
      result.then(() => attempt(() => page.__tcfapi("removeEventListener", 2, () => {
      }, data?.listenerId)));
      if (ok && data && /^(tcl|user)/.test(data.eventStatus))
        resolve({ gdpr: data.gdprApplies === false ? 0 : 1, consent: data.tcString ?? "" });
    })
  );
  const result = within(wait(+consentTimeout), answer).catch(() => ({ gdpr: 1, consent: "" }));
  return result;
};

// src/tag/media.ts
var lists = create(null);
var matchesMedia = (query, onChange) => attempt(() => {
  lists[query] ??= page.matchMedia(query);
  const list = lists[query];
  list.onchange = onChange;
  return list.matches;
}) ?? true;

// src/tag/text.ts
var encode = (value) => page.JSON.stringify(value, function(name) {
  return this[name];
});
var isAddress = (value) => typeof value === "string" && /^https?:\/\/[^\s/?#@\\"]+([/?#]|$)/i.test(value);
var describe = (thrown) => attempt(() => `${thrown}`) ?? typeof thrown;
var toBytes = (text) => new page.TextEncoder().encode(text);

// src/tag/request.ts
var composeRequest = (slots2, settings2, gdpr, href, referrer, { userAgent, language, globalPrivacyControl }) => {
  const mayIdentify = !globalPrivacyControl && (!gdpr?.gdpr || gdpr.consent);
  const personal = mayIdentify ? settings2 : {};
  return encode({
    user: {
      id: personal.userId,
      ua: userAgent,
      language: readLanguage(language),
      referer: readReferer(/^http/.test(href) ? href : referrer, settings2.referer),
      el: toBase64(personal.email),
      gdpr,
      buyeruids: toBase64(personal.buyeruids)
    },
    zones: slots2.map(({ values }) => ({
      id: Number(values.zoneId),
      sub: values.sub && +values.sub,
      keywords: readKeywords(values.keywords) || readKeywords(settings2.keywords),
      custom_targeting: readTargeting(values)
    }))
  });
};
var readLanguage = (tag2) => /^([a-z]{2})\b(?:-[a-z]{3,4}\b)*(-[a-z]{2}\b)?/i.exec(`${tag2}`)?.slice(1).join("").toLowerCase();
var readKeywords = (list) => list?.match(/[^\s,]([^,]*[^\s,])?/g)?.join();
var readTargeting = (values) => {
  let targeting;
  for (const name in values)
    if (name.startsWith("target-")) {
      targeting ??= create(null);
      targeting[name.slice(7)] = values[name];
    }
  return targeting;
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
var toBase64 = (text) => text ? attempt(() => page.btoa(page.String.fromCharCode(...toBytes(text)))) : void 0;

// src/tag/response.ts
var readResult = (reply, at) => {
  if (!reply.zones) return [reply.code, reply.message];
  const { zones, errors } = reply;
  const list = [];
  const message = list.concat(errors?.[at] ?? []).map((one) => typeof one === "string" ? one : encode(one)).join();
  const entry = zones[at];
  const data = entry ? entry.data : entry;
  if (data === null) return message ? ["zone", message] : [];
  if (!data || typeof entry.type !== "string") return ["invalid-response", message];
  const unsafe = entry.type === "banner" && ["url", "impression", "image"].find((name) => !isAddress(data[name]));
  return unsafe ? ["unsafe-url", `${unsafe}: ${encode(data[unsafe])}`] : ["", "", entry];
};

// src/tag/schedule.ts
var mayRequest = (hidden, readyState, isComplete) => hidden !== true && (readyState !== "loading" || isComplete);

// src/tag/settings.ts
var settings = {};
var setDefaults = (values) => {
  settings = create(values);
};
var setText = (name, value) => {
  const values = settings;
  const list = [];
  const parts = list.concat(value);
  delete values[name];
  if (value == null) return;
  if (parts.some((part) => Object(part) === part)) reportOnce(`${name}: expected text`);
  else setValue(values, name, parts.join());
};
var toJson = (value) => attempt(() => value && encode(value)) ?? value;
var setValues = (values) => {
  for (const [name, value] of entries(values ?? {}))
    if (name === "targeting") for (const [key, text] of entries(value ?? {})) setText(`target-${key}`, text);
    else if (name === "gdpr") {
      setText(name, value?.gdpr);
      setText("consent", value?.consent);
    } else setText(name, name === "buyeruids" ? toJson(value) : value);
};

// src/tag/collapse.ts
var COLLAPSED = "data-zone-collapsed";
var collapse = ({ element, _ad, values }, isInView2) => {
  const isAbsolute = () => /^[af]/.test(page.getComputedStyle(element).position);
  if (values.collapse == null || isInView2 && !attempt(isAbsolute)) return;
  element.toggleAttribute(COLLAPSED, !_ad && isBlank(element));
};

// src/tag/box.ts
var rules = `:where(${PLACEHOLDER}):not([data-zone-state=filled],:has(*)){pointer-events:none}@layer zonetag{${LINK},${LINK}>img{all:revert!important;vertical-align:top!important;max-width:100%!important;display:inline-flex!important}[${COLLAPSED}],${LINK}:before,${LINK}:after{display:none!important}}`;
var sheet;
var reserve = (element, size = "") => {
  const [width, height] = size.split("x");
  const box = `[data-size="${size}"]`;
  const rule = size && `:where(${PLACEHOLDER}):where(${box}){writing-mode:horizontal-tb;break-inside:avoid;box-sizing:content-box;max-width:${width}px;min-height:0;contain:inline-size;display:flow-root;contain-intrinsic-width:min(${width}px,80vw);width:-moz-available;width:-webkit-fill-available;height:fit-content;aspect-ratio:${width}/${height}}@layer zonetag{${box}${LINK},${box}${LINK}>img{width:min(${width}px,100%)!important;aspect-ratio:${width}/${height}!important;margin:auto!important;display:grid!important;max-height:100%!important;object-fit:scale-down!important;grid:100%/100%!important}${LINK}>[width="${width}"][height="${height}"]{width:${width}px!important;aspect-ratio:${width}/${height}!important}}`;
  attempt(() => {
    const { adoptedStyleSheets } = callMethod(element, "getRootNode");
    if (!sheet || !rules.includes(rule)) {
      sheet ||= new page.CSSStyleSheet();
      rules += rule;
      sheet.replaceSync(rules);
    }
    if (!adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet);
  });
};
var observer;
var watchBox = (box) => {
  attempt(() => {
    observer ||= new page.ResizeObserver((entries2) => {
      entries2.forEach(({ target, contentRect: { width, height } }) => {
        const slot = readMark(target);
        if (slot)
          slot._isHidden = width > 0 && (!height || target.checkVisibility?.({ checkVisibilityCSS: true, checkOpacity: true }) === false);
        reserve(target);
      });
    });
    unwatchBox(box);
    observer.observe(box);
  });
};
var unwatchBox = (box) => attempt(() => observer?.unobserve(box));

// src/tag/events.ts
var dispatch = ({ element, key, values }, type, detail) => {
  note(type, detail, key);
  const { constructor: EventClass } = callMethod(document, "createEvent", "CustomEvent");
  callMethod(
    element,
    "dispatchEvent",
    new EventClass(`zonetag:${type}`, {
      bubbles: true,
      composed: true,
      detail: { zoneId: Number(values.zoneId), ...detail }
    })
  );
};

// src/tag/fallback.ts
var putLink = (slot, link) => {
  keepFallback(slot);
  callMethod(slot.element, "replaceChildren", link);
};
var keepFallback = (slot) => {
  slot._fallback ??= [...readProperty(slot.element, "childNodes")];
};
var putBack = (slot) => {
  const { element, _ad, _fallback } = slot;
  _ad?._link?.remove();
  if (_fallback) callMethod(element, _ad?._link ? "prepend" : "replaceChildren", ..._fallback);
  slot._fallback = slot._ad = void 0;
};

// src/tag/retry.ts
var MAX_DELAY = 6e4;
var readRetryAfter = (text) => {
  const milliseconds = /:/.test(text) ? attempt(() => page.Date.parse(text) - page.Date.now()) : Number(text) * 1e3;
  return Number(milliseconds) <= MAX_DELAY ? milliseconds : void 0;
};
var retryDelay = (status, retryAfter) => {
  if (status === 429) return retryAfter ? readRetryAfter(retryAfter) : void 0;
  return !status || status >= 500 ? 300 + readClock() % 700 : void 0;
};

// src/tag/transport.ts
var post = async ({ endpoint = "", timeout = "3000", credentials = "omit" }, body) => {
  const controller = attempt(() => new page.AbortController());
  let text = "";
  let status = 0;
  let headers;
  let lost;
  const exchange2 = async () => {
    const response = await page.fetch(endpoint, {
      method: "POST",
      // A simple request, which needs no preflight: https://fetch.spec.whatwg.org/#cors-safelisted-request-header
      headers: { "Content-Type": "text/plain" },
      body,
      credentials,
      signal: controller?.signal
    });
    text = await response.text();
    ({ status, headers } = response);
  };
  note("sent", body);
  try {
    await within(wait(+timeout), exchange2());
  } catch (error) {
    attempt(() => controller?.abort());
    lost = error;
  }
  note("received", { body, text, status, headers });
  const { zones, errors } = attempt(() => page.JSON.parse(text)) ?? {};
  if (zones) return { zones, errors };
  return {
    code: errors ? "rejected" : status === 429 ? "rate-limited" : status > 399 ? "http" : status ? "invalid-response" : lost === "timeout" ? lost : "network",
    message: errors ? encode(errors) : status ? `HTTP ${status}` : describe(lost),
    _retryAfterMs: retryDelay(status, headers?.get("Retry-After"))
  };
};
var sendImpression = (address, { credentials = "omit" }) => {
  const send = async () => page.fetch(address, { mode: "no-cors", keepalive: true, credentials });
  return send().catch(() => wait(1e3).then(send));
};

// src/tag/impression.ts
var countImpression = (slot, ad) => {
  const { _impression } = ad;
  if (!isAddress(_impression)) return;
  ad._impression = void 0;
  sendImpression(_impression, settings).catch(() => note("lost", _impression, slot.key));
  dispatch(slot, "impression");
};

// src/tag/observer.ts
var observers = {};
var LISTENER = "[zonetag]view";
var observe = (target, distance, listener) => {
  const margin = `${distance}px`;
  const report = (view) => view.target[LISTENER]?.(view);
  target[LISTENER] = listener;
  let observer3;
  try {
    observer3 = observers[distance] ??= new page.IntersectionObserver(
      // Reports are spread over several tasks, so that the page stays responsive.
      (entries2) => forEachInTurn(entries2, report),
      // In a scroll container, the distance is measured from the container's edge: https://w3c.github.io/IntersectionObserver/#dom-intersectionobserverinit-scrollmargin
      { rootMargin: margin, scrollMargin: margin, threshold: [0, 0.3, 0.5] }
    );
    if (!observer3.thresholds) throw 0;
    observer3.observe(target);
  } catch {
    wait().then(
      () => report({ target, boundingClientRect: target.getBoundingClientRect(), isIntersecting: true })
    );
  }
  return () => {
    target[LISTENER] = void 0;
    attempt(() => observer3?.unobserve(target));
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
  return { element, id, key, values: {}, _restores: 3, _wake: wake2 };
};
var readSlot = (slot) => {
  slot.values = readAttributes({ ...slot.element.dataset, zoneId: slot.id }, settings);
  reserve(slot.element, slot.values.size);
};
var startSlot = async (slot) => {
  slot.isNear = void 0;
  slot.stage = "waiting";
  readSlot(slot);
  await takeTurn(slot.key - 1);
  if (!slot.stage) return;
  callMethod(slot.element, "querySelectorAll", LINK)?.forEach((copy) => copy.remove());
  giveBack(slot);
  slot.stage = "waiting";
  if (slot.values.lazy == null) {
    slot.isNear = true;
    watchBox(slot.element);
  } else observeSlot(slot);
};
var beginRequest = (slot) => {
  stopObserving(slot);
  readSlot(slot);
  if (!slot.values.zoneId) fail(slot, "invalid-zone", slot.id);
  else if (canHoldAd(slot)) {
    slot.element.dataset.zoneState = "pending";
    dispatch(slot, "request");
    return true;
  }
  return void 0;
};
var canHoldAd = (slot) => {
  const obstacle = findObstacle(slot);
  if (obstacle) {
    stopObserving(slot);
    putBack(slot);
    fail(slot, "config", obstacle);
  }
  return !obstacle;
};
var checkAd = (slot, { _link, _node }) => {
  if (_node.parentNode === _link && !slot.element.dataset.zoneState) {
    slot._fallback = void 0;
    if (slot._restores-- > 0) {
      putLink(slot, _link);
      slot.element.dataset.zoneState = "filled";
      observeSlot(slot);
    }
  } else canHoldAd(slot);
};
var settle = (slot, state, detail) => {
  slot._refresh = createRefresh(slot);
  const { _request, _ad } = slot;
  slot.element.dataset.zoneState = _ad ? "filled" : state;
  dispatch(slot, state, detail);
  if (slot._request !== _request) return;
  if (slot.values.collapse) collapse(slot);
  if (!slot._stopObserving) observeSlot(slot);
};
var fail = (slot, code, message) => settle(slot, "error", { code, message });
var stopObserving = (slot) => {
  slot._ad?._viewable(false);
  slot._refresh?.(false);
  slot._stopObserving?.();
  slot._stopObserving = void 0;
};
var observeSlot = (slot) => {
  stopObserving(slot);
  watchBox(slot.element);
  const target = slot._ad?._node ?? slot.element;
  slot._stopObserving = observe(
    target,
    slot._request ? 0 : Number(slot.values.lazy),
    (view) => onView(slot, view)
  );
};
var reobserve = (slot) => {
  if (slot._stopObserving) observeSlot(slot);
};
var onView = (slot, { boundingClientRect: { width, height, top }, intersectionRatio = 0, isIntersecting, rootBounds }) => {
  const isVisible = document.hidden !== true && !slot._isHidden;
  const area = width * height;
  const { _ad, _stopObserving } = slot;
  const isEnough = isVisible && isInView(area, intersectionRatio);
  if (!slot._request) {
    slot.isNear ||= isIntersecting;
    return slot._wake(true);
  }
  if (_ad && dispatchFilled(slot, _ad) && !area) return reobserve(slot);
  if (slot._ad !== _ad || _ad?._node.isConnected === false) return;
  _ad?._viewable(area > 0 && isEnough);
  slot._refresh?.(isEnough);
  if (rootBounds) collapse(slot, top < rootBounds.bottom);
  if (_ad && (area || isIntersecting)) {
    if (area && isVisible) countImpression(slot, _ad);
    else if (_ad._impression)
      wait(1e3).then(() => slot._stopObserving === _stopObserving && reobserve(slot));
  }
};
var dispatchFilled = (slot, ad) => {
  const { _entry } = ad;
  ad._entry = void 0;
  if (_entry) settle(slot, "filled", { data: _entry });
  return _entry;
};
var giveBack = (slot) => {
  stopObserving(slot);
  unwatchBox(slot.element);
  slot.stage = slot._request = void 0;
  putBack(slot);
  slot.element.removeAttribute(COLLAPSED);
  delete slot.element.dataset.zoneState;
  slot._wake();
};

// src/tag/show.ts
var renderers = create(null);
var place = (slot, { _link, _node }, { width = 0, height = 0 }) => {
  if (width > 0 && height > 0) {
    assign(_node, { width, height });
    reserve(slot.element, `${width}x${height}`);
  }
  putLink(slot, _link);
};
var show = async (slot, request, [code, message, entry], idle) => {
  const isCurrent = () => slot._request === request;
  if (!isCurrent()) return;
  if (code) return fail(slot, code, message);
  if (!entry) return settle(slot, "empty");
  const renderer = renderers[entry.type];
  if (!renderer && entry.type !== "banner") return fail(slot, "unsupported-type", entry.type);
  const data = entry.data;
  let banner;
  try {
    if (renderer) {
      keepFallback(slot);
      await within(idle, renderer(entry, slot.element));
    } else
      banner = await within(
        idle,
        loadBanner(data, slot.values.label, () => dispatch(slot, "click"))
      );
  } catch (thrown) {
    if (!isCurrent()) return;
    if (renderer) putBack(slot);
    return fail(slot, renderer ? "renderer" : "image", describe(thrown));
  } finally {
    noteArrival();
  }
  if (!isCurrent()) return;
  if (banner) {
    if (!canHoldAd(slot)) return;
    place(slot, banner, data);
  }
  const ad = {
    _node: slot.element,
    ...banner,
    _entry: entry,
    _impression: data.impression,
    _viewable: createCountdown(VIEWABLE_AFTER, () => dispatch(slot, "viewable"), true)
  };
  slot._ad = ad;
  collapse(slot);
  observeSlot(slot);
  await idle;
  if (isCurrent()) dispatchFilled(slot, ad);
};

// src/tag/requests.ts
var hasBegun = false;
var isBusy = false;
var pause;
var hasRequested = () => hasBegun;
var findDue = (slots2) => {
  const isComplete = !hasBegun && slots2.length >= Number(settings.zones);
  if (!mayRequest(document.hidden, readProperty(document, "readyState"), isComplete)) return [];
  const due = slots2.filter(
    ({ stage, values: { media }, isNear, _wake }) => stage === "waiting" && (media == null || matchesMedia(media, _wake)) && isNear !== false
  );
  return due.every(({ isNear }) => isNear) ? due : [];
};
var requestDue = async (getSlots, mayWait) => {
  if (isBusy) return;
  isBusy = true;
  if (hasBegun || mayWait) await wait();
  await pause;
  await takeTurn(0);
  const _gdpr = findDue(getSlots())[0] && await readConsent(settings);
  await takeTurn(0);
  isBusy = false;
  const slots2 = findDue(getSlots()).sort(
    (a, b) => callMethod(a.element, "compareDocumentPosition", b.element) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1
  );
  const request = { _gdpr };
  for (const slot of slots2) {
    slot.stage = "requested";
    slot._request = request;
  }
  hasBegun ||= !!slots2[0];
  const begun = [];
  forEachInTurn(slots2, (slot) => isOpen(slot, request) && beginRequest(slot) && begun.push(slot));
  await takeTurn(0);
  while (begun[0]) exchange(begun.splice(0, MAX_ZONES), request, true);
};
var isOpen = (slot, request) => slot._request === request && slot.element.isConnected;
var exchange = async (slots2, request, mayRetry) => {
  const open = slots2.filter((slot) => isOpen(slot, request));
  const body = attempt(
    () => open[0] && composeRequest(open, settings, request._gdpr, location.href, document.referrer, page.navigator)
  );
  if (!body || attempt(() => toBytes(body)[MAX_BODY])) {
    if (!open[1]) return open.forEach((slot) => fail(slot, "config"));
    exchange(open.splice(0, open.length / 2), request, mayRetry);
    return exchange(open, request, mayRetry);
  }
  const reply = await post(settings, body);
  const { _retryAfterMs } = reply;
  if (mayRetry && _retryAfterMs != null) {
    note("retry", _retryAfterMs);
    pause = wait(_retryAfterMs);
    await pause;
    return exchange(open, request);
  }
  const idle = waitForIdle();
  forEachInTurn(open, (slot, at) => show(slot, request, readResult(reply, at), idle));
};

// src/tag/registry.ts
var slots = [];
var listSlots = () => {
  for (const slot of slots) if (!slot.element.isConnected) drop(slot);
  return slots;
};
var drop = (slot) => {
  slots = slots.filter((one) => one !== slot);
  if (slot.stage) mark(slot.element, void 0);
  giveBack(slot);
};
var readId = (node) => callMethod(node, "matches", PLACEHOLDER) ? node.dataset?.zoneId ?? node.dataset?.zoneid : void 0;
var wake = (mayWait) => void requestDue(listSlots, mayWait);
var consider = (node, isNamed) => {
  const zoneId = readId(node);
  let slot = readMark(node);
  if (slot?.stage && slot.id !== zoneId) {
    slot = drop(slot);
    isNamed = true;
  }
  if (zoneId == null || !settings.endpoint) return;
  if (!isNamed && (slot || settings.manual != null)) return;
  slot ??= createSlot(node, zoneId, wake);
  mark(node, slot);
  if (!slots.includes(slot)) slots.push(slot);
  if (!slot.stage) startSlot(slot);
};
var visit = (root, isNamed) => {
  consider(root, isNamed);
  callMethod(root, "querySelectorAll", PLACEHOLDER)?.forEach((element) => consider(element, isNamed));
};
var observer2;
var scan = (root = document) => {
  if (!root) return;
  attempt(() => {
    observer2 ??= new page.MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        consider(target);
        const slot = readMark(target);
        if (slot?._ad) checkAd(slot, slot._ad);
        for (const added of addedNodes) visit(added);
      }
      listSlots();
    });
    observer2.observe(callMethod(root, "getRootNode"), {
      childList: true,
      subtree: true,
      attributeFilter: ["data-zone-id", "data-zoneid"]
    });
  });
  visit(root, true);
};
var findSlots = (target) => listSlots().filter(
  ({ id, element }) => target === void 0 || id.trim() === `${target}` || target?.contains?.(element)
);
var refresh = (target) => {
  if (target?.nodeType) scan(target);
  for (const slot of findSlots(target)) {
    if (!slot.stage) startSlot(slot);
    if (target !== void 0 || slot.isNear) requestAgain(slot);
  }
};
var destroy = (target) => findSlots(target).forEach(giveBack);

// src/tag/openConsole.ts
var openConsole = (tag2, load) => load().then(
  ({ open }) => open({
    tag: tag2,
    settings,
    listSlots,
    notes
  })
).catch((error) => reportOnce(`console.js must be beside zonetag.js: ${error}`));

// src/tag/zonetag.ts
var loadConsole;
var findTag = () => readMark(document);
var tag = {
  push(...functions) {
    for (const run of functions)
      try {
        run(tag);
      } catch (error) {
        attempt(() => page.console.error(error));
      }
  },
  set: setValues,
  scan,
  refresh,
  destroy,
  render: (type, renderer) => {
    renderers[type] = renderer;
  },
  console: () => openConsole(tag, loadConsole)
};
var start = ({ zoneId, ...dataset }, load, queue) => {
  mark(document, tag);
  loadConsole = load;
  setDefaults(readAttributes({ endpoint: "", ...dataset }));
  tag.push(...queue);
  if (location.href.includes("zonetag_console")) tag.console();
  if (!settings.endpoint) return;
  const onChange = () => {
    visit(document);
    wake();
    listSlots().forEach(reobserve);
  };
  for (const type of ["DOMContentLoaded", "visibilitychange"])
    callMethod(document, "addEventListener", type, onChange);
  if (settings.manual == null) scan();
  wait().then(() => {
    if (!hasRequested())
      document.head?.append(make("link", { href: settings.endpoint, crossOrigin: "", rel: "preconnect" }));
  });
};

// src/tag/createTag.ts
var createTag = ({ userId, email, buyeruids, keywords, targeting, gdpr, manual, ...settings2 }, load) => {
  const before = findTag();
  if (before) return before;
  const dataset = Object.fromEntries(
    Object.entries({ ...settings2, manual: manual || void 0 }).filter(([, value]) => value != null).map(([name, value]) => [name, String(value)])
  );
  const consent = typeof gdpr === "number" ? { gdpr, consent: settings2.consent ?? "" } : gdpr;
  const more = { userId, email, buyeruids, keywords, targeting, gdpr: consent };
  start(dataset, load, [
    (z) => z.set(Object.fromEntries(Object.entries(more).filter(([, value]) => value != null)))
  ]);
  return tag;
};
var reportMissing = (load, message) => () => load().catch((error) => {
  reportOnce(`${message}: ${error}`);
  return { open() {
  } };
});

// src/tag/singleFile.ts
function createZonetag({ consoleUrl, ...settings2 }) {
  const resolve = () => consoleUrl && new URL(consoleUrl, document.baseURI).href;
  return createTag(
    settings2,
    reportMissing(
      async () => import(
        /* @vite-ignore */
        /* webpackIgnore: true */
        resolve()
      ),
      `console.js did not load. Set consoleUrl to its address; it is "${consoleUrl}"`
    )
  );
}
export {
  createZonetag
};
//# sourceMappingURL=single-file.mjs.map
