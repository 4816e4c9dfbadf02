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
var getClock = () => attempt(() => page.performance.now()) ?? 0;

// src/tag/record.ts
var notes = [];
var note = (type, detail, key) => {
  const all = notes;
  if (all.push({ type, at: getClock(), detail, key }) > 500) all.shift();
};
var reported = [];
var reportOnce = (text) => {
  if (reported.includes(text)) return;
  reported.push(text);
  note("wrong", text);
  attempt(() => page.console.error("[zonetag]", text));
};

// src/tag/text.ts
var encode = (value) => page.JSON.stringify(value, function(name) {
  return this[name];
});
var parse = (address) => attempt(() => new page.URL(address));
var isAddress = (value) => typeof value === "string" && /^https?:\/\/[^\s/?#@\\"]+([/?#]|$)/i.test(value) && !!(parse(value) ?? !parse("http://a"));
var describe = (thrown) => attempt(() => `${thrown}`) ?? typeof thrown;
var toBytes = (text) => new page.TextEncoder().encode(text);

// src/tag/attributes.ts
var MAX = 2 ** 53 - 1;
var wholeNumber = (min, max = MAX) => [
  `a whole number${min < 0 ? "" : ` from ${min}`}${max < MAX ? ` to ${max}` : ""}`,
  { test: (text) => /^-?\d+$/.test(text) && +text >= min && +text <= max }
];
var POSITIVE = wholeNumber(1);
var MILLISECONDS = wholeNumber(0, 6e5);
var RULES = assign(create(null), {
  endpoint: ["an https address", /^https?:\/\/.+$/],
  zoneId: POSITIVE,
  sub: wholeNumber(-MAX),
  size: ["width x height", /^[1-9]\d*x[1-9]\d*$/],
  lazy: wholeNumber(0),
  refresh: wholeNumber(30, 86400),
  collapse: ["always or nothing", /^(always)?$/],
  zones: POSITIVE,
  referer: ["path, full, origin or an https address", /^(path|full|origin|https?:\/\/.+)$/],
  gdpr: ["0 or 1", /^[01]$/],
  consentTimeout: MILLISECONDS,
  timeout: MILLISECONDS,
  credentials: ["omit or include", /^(omit|include)$/]
});
var setValue = (values, name, text, label = name) => {
  const [expected = "text", pattern] = RULES[name] ?? [];
  const value = pattern ? describe(text).trim() : text;
  if (typeof value === "string" && pattern?.test(value) !== false) values[name] = value;
  else {
    reportOnce(`${label}="${describe(text).slice(0, 60)}": expected ${expected}`);
    if (name === "gdpr") values[name] = "1";
  }
};
var parseAttributes = (dataset, defaults = null) => {
  const values = create(defaults);
  for (const [key, text] of entries(dataset)) {
    const name = key.replace(/[A-Z]/g, "-$&").toLowerCase();
    setValue(values, name.startsWith("target-") ? name : key, text, `data-${name}`);
  }
  return values;
};

// src/tag/dom.ts
var callMethod = (node, name, ...values) => getPrototypeOf(node)[name]?.call(node, ...values);
var getProperty = (node, name) => getPrototypeOf(node).__lookupGetter__(name)?.call(node);
var make = (name, properties) => assign(callMethod(document, "createElement", name), properties);
var detach = (node) => node?.parentNode && attempt(() => callMethod(node.parentNode, "removeChild", node));
var MARK = "[zonetag]";
var getMark = (node) => node[MARK];
var mark = (node, value) => {
  node[MARK] = value;
};

// src/tag/content.ts
var PLACEHOLDER = "[data-zone-id]:not(script),ins[data-zoneid]";
var OF_PAGE = `article,footer,h1,header,main,nav,[type=password],${PLACEHOLDER}`;
var FIT = /HTML(|Details|Dialog|Div|Form|Heading|LI|Mod|Paragraph|Pre|Quote|Span|TableCell|Unknown)Element|-/;
var isFit = (element) => FIT.test({}.toString.call(element) + element.localName);
var judgeContent = (length, width, height, size = "", screen) => {
  const [declaredWidth, declaredHeight] = size.split("x");
  const isLarge = !(height <= Number(declaredHeight)) && (height > screen || width * height > 4 * Number(declaredWidth) * Number(declaredHeight));
  return length > 300 ? "text" : isLarge ? `${width}x${height}` : void 0;
};
var CONTENT = ":not(br,script,style,template)";
var isEmpty = (element) => !getProperty(element, "textContent")?.trim() && !callMethod(element, "querySelector", CONTENT);
var getText = (element) => (getProperty(element, "innerText") ?? "").replace(/\s+/g, " ").trim();
var measureContent = (element) => {
  const range = callMethod(document, "createRange");
  range.selectNodeContents(element);
  return range.getBoundingClientRect?.() ?? {};
};
var isDisplayed = (element) => callMethod(element, "getClientRects")[0];
var isBlank = (element) => isEmpty(element) || !!isDisplayed(element) && !getText(element) && ![...callMethod(element, "querySelectorAll", CONTENT)].some(
  (child) => /^(img|svg)$|-/.test(child.localName) ? isDisplayed(child) : child.clientHeight > 2 * Number(measureContent(child).height)
);
var findObstacle = ({ element, values, _ad }) => {
  if (!isFit(element)) return element.localName;
  if (_ad?._link ? !element.childNodes[1] : _ad || isEmpty(element)) return void 0;
  const found = callMethod(element, "querySelector", OF_PAGE) ?? callMethod(element, "querySelectorAll", ":read-write")[2];
  if (found) return found.localName;
  const { width = element.scrollWidth, height = element.scrollHeight } = measureContent(element);
  return judgeContent(
    getText(element).length,
    width,
    // The range includes text far off the page, for screen readers; `scrollHeight` includes reserved space.
    Math.min(height, element.scrollHeight),
    values.size,
    page.innerHeight
  );
};

// src/tag/time.ts
var CHUNK = 10;
var startTimer = (milliseconds, run) => {
  attempt(() => page.setTimeout(() => attempt(() => run?.()), milliseconds));
  return () => {
    run = void 0;
  };
};
var wait = (milliseconds) => createPromise((resume) => startTimer(milliseconds, resume));
var within = (limit2, work) => createPromise((resolve, reject) => {
  limit2.then(() => reject("timeout"));
  work.then(resolve, reject);
});
var latestChunk;
var waitForChunk = (position) => {
  if (position && position % CHUNK === 0) latestChunk = wait();
  return latestChunk;
};
var forEachInChunks = (items, run) => items.forEach(async (item, position) => {
  await waitForChunk(position);
  attempt(() => run(item, position));
});

// src/tag/countdown.ts
var createCountdown = (milliseconds, onEnd, isContinuous) => {
  let startedAt = 0;
  let stop;
  let isOver = false;
  return (isRunning) => {
    if (isOver || (isRunning ? stop : !stop)) return;
    if (isRunning) {
      startedAt = getClock();
      stop = startTimer(milliseconds, () => {
        isOver = true;
        onEnd();
      });
    } else {
      stop?.();
      stop = void 0;
      if (!isContinuous) milliseconds -= getClock() - startedAt;
    }
  };
};

// src/tag/refresh.ts
var requestAgain = (slot) => {
  slot.stage = "due";
  slot._wake();
};
var createRefresh = (slot) => {
  const { refresh: refresh2 } = slot.values;
  return refresh2 ? createCountdown(+refresh2 * 1e3, () => requestAgain(slot)) : void 0;
};

// src/protocol/placement.ts
var MAX_ZONES = 100;
var MAX_BODY = 65536;
var MAX_USER_ID = 256;
var MAX_USER_AGENT = 2048;
var MAX_REFERER = 16384;
var MAX_EMAIL = 1024;
var TC_STRING = /^(C([O-Z][\w-]{5}){2}[\w-]{5}[A-Z]{2}[\w-]{24}[\w.-]{0,16340})?$/;
var TC_PURPOSE_1 = /^.{25}[I-PYZa-fo-v4-9_-]/;
var MAX_BUYERUIDS = 16384;
var MAX_KEYWORDS = 8192;
var MAX_REQUEST_KEYWORDS = 16384;
var MAX_KEYS = 50;
var MAX_KEY = 128;
var MAX_VALUE = 1024;

// src/tag/consent.ts
var toGdpr = (isUnderGdpr, consent = "") => {
  const isTcString = typeof consent === "string" && TC_STRING.test(consent);
  if (!isTcString) reportOnce("data-consent: expected a TC string");
  return { gdpr: isUnderGdpr ? 1 : 0, consent: isTcString ? consent : "" };
};
var findConsent = async ({
  gdpr,
  consent,
  consentTimeout = "3000"
}) => {
  if (gdpr || !page.__tcfapi) {
    if (!gdpr && consent == null) return void 0;
    if (!gdpr) reportOnce("data-consent: expected data-gdpr as well");
    return toGdpr(gdpr !== "0", consent?.trim());
  }
  const answer = createPromise(
    (resolve) => page.__tcfapi("addEventListener", 2, (data, ok) => {
      result.then(() => attempt(() => page.__tcfapi("removeEventListener", 2, () => {
      }, data?.listenerId)));
      if (ok && data && /^(tcl|user)/.test(data.eventStatus))
        resolve(toGdpr(data.gdprApplies !== false, data.tcString ?? ""));
    })
  );
  const result = within(wait(+consentTimeout), answer).catch(() => ({ gdpr: 1, consent: "" }));
  return result;
};

// src/tag/mediaQueries.ts
var lists = create(null);
var matchesMedia = (query, onChange) => attempt(() => {
  lists[query] ??= page.matchMedia(query);
  const list = lists[query];
  list.onchange = onChange;
  return list.matches;
}) ?? true;

// src/tag/request.ts
var limit = (name, text, most) => {
  if (!text?.[most]) return text;
  reportOnce(`${name}: expected at most ${most} characters`);
  return void 0;
};
var findAddress = (frame = page) => attempt(() => {
  const { location: location2, parent } = frame;
  return /^http/.test(location2.href) ? location2.href : parent !== frame && findAddress(parent);
}) || document.referrer;
var composeRequest = (slots2, settings2, gdpr, address, { userAgent, language, globalPrivacyControl }) => {
  const mayIdentify = !globalPrivacyControl && (!gdpr?.gdpr || TC_PURPOSE_1.test(`${gdpr.consent}`));
  const personal = mayIdentify ? settings2 : {};
  const zones = slots2.map(({ values }) => ({
    id: Number(values.zoneId),
    sub: values.sub && +values.sub,
    keywords: joinKeywords(values.keywords) || joinKeywords(settings2.keywords),
    custom_targeting: joinTargeting(values)
  }));
  const texts = zones.map(({ keywords }) => keywords);
  if (texts.filter((text, at) => texts.indexOf(text) === at).join("").length > MAX_REQUEST_KEYWORDS)
    return void 0;
  return encode({
    user: {
      id: limit("data-user-id", personal.userId, MAX_USER_ID),
      ua: limit("user agent", userAgent, MAX_USER_AGENT),
      language: findLanguage(language),
      referer: limit("data-referer", trimReferer(address, settings2.referer), MAX_REFERER),
      el: limit("email", toBase64(personal.email), MAX_EMAIL),
      gdpr,
      buyeruids: limit("buyeruids", toBase64(personal.buyeruids), MAX_BUYERUIDS)
    },
    zones
  });
};
var findLanguage = (tag2) => /^([a-z]{2})\b(?:-[a-z]{3,4}\b)*(-[a-z]{2}\b)?/i.exec(`${tag2}`)?.slice(1).join("").toLowerCase();
var joinKeywords = (list) => {
  const text = list?.match(/[^\s,]([^,]*[^\s,])?/g)?.join();
  return limit("data-keywords", text, MAX_KEYWORDS) ?? // Includes the next character, which shows whether a word ends here.
  (text && joinKeywords(text.slice(0, MAX_KEYWORDS + 1).replace(/[^\s,]*$/, "")));
};
var joinTargeting = (values) => {
  let targeting;
  let left = MAX_KEYS;
  for (const name in values)
    if (name.startsWith("target-")) {
      const key = name.slice(7);
      const value = values[name];
      targeting ??= create(null);
      if (left && !key[MAX_KEY] && !value[MAX_VALUE]) {
        targeting[key] = value;
        left--;
      } else
        reportOnce(
          `data-${name.slice(0, 60)}: expected at most ${MAX_KEYS} keys of ${MAX_KEY} characters, values of ${MAX_VALUE}`
        );
    }
  return targeting;
};
var REFERERS = {
  path: /^https?:[^?#]*/,
  full: /^https?:[^#]*/,
  origin: /^https?:..[^/?#]*/
};
var trimReferer = (address, mode = "path") => {
  const allowed = REFERERS[mode];
  return allowed ? address.match(allowed)?.[0].replace(/\/\/[^/?#]*@/, "//") : mode;
};
var toBase64 = (text) => text ? attempt(() => page.btoa(page.String.fromCharCode(...toBytes(text)))) : void 0;

// src/tag/response.ts
var parseResult = (reply, at) => {
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
var isObject = (value) => Object(value) === value;
var setText = (name, value) => {
  const values = settings;
  const list = [];
  const parts = list.concat(value);
  delete values[name];
  if (value == null) return;
  setValue(values, name, parts.some(isObject) ? value : parts.join());
};
var toJson = (value) => attempt(() => value && encode(value)) ?? value;
var setValues = (values) => {
  for (const [name, value] of entries(values ?? {}))
    if (name === "targeting") for (const [key, text] of entries(value ?? {})) setText(`target-${key}`, text);
    else if (name === "gdpr") {
      setText(name, isObject(value) ? value.gdpr : value);
      setText("consent", value?.consent && describe(value.consent));
    } else setText(name, name === "buyeruids" ? toJson(value) : value);
};

// src/tag/collapse.ts
var COLLAPSED = "data-zone-collapsed";
var collapse = (slot, isInView2) => {
  const { element, _ad, values } = slot;
  const isAbsolute = () => /^[af]/.test(page.getComputedStyle(element).position);
  if (values.collapse == null || isInView2 && !attempt(isAbsolute)) return;
  if (!_ad && element.hasAttribute(COLLAPSED)) return;
  if (element.toggleAttribute(COLLAPSED, !_ad && isFit(element) && isBlank(element)))
    new page.MutationObserver((records, observer3) => {
      if (!records.some(({ target, addedNodes }) => target !== element || addedNodes[0])) return;
      observer3.disconnect();
      if (!element.hasAttribute(COLLAPSED)) return;
      element.removeAttribute(COLLAPSED);
      collapse(slot);
    }).observe(element, { attributes: true, characterData: true, childList: true, subtree: true });
};

// src/tag/boxStyle.ts
var SHOWN = "[data-zone-state=filled],[data-zone-ad]";
var important = (declarations) => declarations.replaceAll(";", "!important;");
var describeContribution = (width) => `
  contain: inline-size; contain-intrinsic-width: min(${width}px, ${Number(width) > 320 ? 80 : 100}vw);`;
var describeBox = (size) => {
  const [width, height] = size.split("x");
  return important(`
    display: inline-grid; vertical-align: top; width: min(${width}px, 100%); aspect-ratio: ${width} / ${height};
    height: auto; max-width: none; max-height: 100%; min-width: 0; min-height: 0; margin: 0; padding: 0; border: 0;
    grid: 100% / 100%; place-items: center; object-fit: scale-down; overflow: hidden;
    position: static; float: none; place-self: auto; transform: none; translate: none; rotate: none; scale: none; zoom: 1;
    clip-path: none; mask: none; border-radius: 0; opacity: 1; visibility: inherit;
    ${describeContribution(width)}`);
};
var FIRST_ROW = important("grid-area: 1 / 1;");
var RULES2 = `
  :where(aside, div, ins, section):where(${PLACEHOLDER}):not(${SHOWN}, :has(${CONTENT}:not(p:empty))) {
    pointer-events: none
  }
  :where(${PLACEHOLDER}):where([data-size], [data-zone-state=filled]) { writing-mode: horizontal-tb; text-indent: 0 }
  @layer zonetag {
    [${COLLAPSED}] { display: none !important }
  }`;
var describeReserved = (size) => {
  const [width, height] = size.split("x");
  const unfilled = `[data-size="${size}"]:not(${SHOWN})`;
  const pseudo = `:where(${PLACEHOLDER})${unfilled}`;
  const behind = important(
    `max-height: 0%; margin-inline-end: max(-${width}px, -100%); pointer-events: none;`
  );
  return `
  :where(:is(${PLACEHOLDER})${unfilled}:has(:not(template))) {
    height: min(${height}px, (100vw - 2rem) * ${height} / ${width}); align-content: start; ${describeContribution(width)}
  }
  @layer zonetag {
    ${pseudo}::after { content: "" !important; ${describeBox(size)} }
    ${pseudo}:is(:has(:not(template)))::after { ${behind} }
  }`;
};

// src/tag/banner.ts
var REL = "noopener sponsored nofollow";
var BANNER = "a[rel~=sponsored][rel~=nofollow]";
var LABEL = "Advertisement";
var listCopies = (element, label) => [...callMethod(element, "querySelectorAll", BANNER)].filter(
  (link) => link.getAttribute("aria-label") === (label || LABEL) && !link.textContent?.trim() && !link.querySelectorAll("img")[1] && link.querySelector("img[alt='']")
);
var setBoxes = (link, size, own) => {
  link.style.cssText = describeBox(size);
  link.firstChild.style.cssText = describeBox(own) + FIRST_ROW;
};
var models = create(null);
var createModel = (size, own) => {
  const link = make("a", { target: "_blank", rel: REL });
  link.append(make("img", { alt: "", decoding: "async" }));
  setBoxes(link, size, own);
  return link;
};
var usual = "";
var loadBanner = ({ url, image, width = 0, height = 0 }, { label, size }) => createPromise((resolve, reject) => {
  const isStated = width > 0 && height > 0;
  const own = isStated ? `${width}x${height}` : size || usual;
  const box = size || own;
  models[box + own] ??= createModel(box, own);
  const link = models[box + own].cloneNode(true);
  const node = link.firstChild;
  const onload = () => {
    if (!isStated) {
      usual = node.naturalWidth ? `${node.naturalWidth}x${node.naturalHeight}` : size || "0x0";
      if (usual !== own) setBoxes(link, size || usual, usual);
    }
    resolve(link);
  };
  link.href = url;
  link.setAttribute("aria-label", label || LABEL);
  if (isStated) assign(node, { width, height });
  assign(node, { onload, onerror: () => reject(image), src: image });
});

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
  slot.element.dataset.zoneAd = "";
  callMethod(slot.element, "replaceChildren", link);
};
var addFiller = (slot) => {
  const { element, values } = slot;
  if (!values.size || !callMethod(element, "matches", ":empty")) return;
  slot._filler = make("template", { style: "display:none!important" });
  callMethod(element, "append", slot._filler);
};
var dropFiller = (slot) => {
  detach(slot._filler);
  slot._filler = void 0;
};
var keepFallback = (slot) => {
  slot._fallback ??= [...getProperty(slot.element, "childNodes")].filter((node) => node !== slot._filler);
};
var putBack = (slot) => {
  const { element, _ad, _fallback } = slot;
  const link = _ad?._link;
  detach(link);
  delete element.dataset.zoneAd;
  if (_fallback) callMethod(element, link ? "prepend" : "replaceChildren", ..._fallback);
  slot._fallback = slot._ad = void 0;
};

// src/tag/box.ts
var sheet;
var rules = RULES2;
var adopt = (element) => {
  const { adoptedStyleSheets } = callMethod(element, "getRootNode");
  if (!adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet);
};
var reserve = (element, size) => {
  attempt(() => {
    if (!sheet || size && !rules.includes(`"${size}"`)) {
      sheet ||= new page.CSSStyleSheet();
      if (size) rules += describeReserved(size);
      sheet.replaceSync(rules);
    }
    adopt(element);
  });
  watchBox(element);
};
var HIDDEN = "[zonetag]hidden";
var observer;
var watchBox = (box) => {
  attempt(() => {
    observer ||= new page.ResizeObserver((entries2) => {
      entries2.forEach(({ target }) => {
        target[HIDDEN] = target.checkVisibility?.({ checkVisibilityCSS: true, checkOpacity: true }) === false;
        if (getMark(target)) attempt(() => adopt(target));
      });
    });
    unwatchBox(box);
    observer.observe(box);
  });
};
var unwatchBox = (box) => attempt(() => observer?.unobserve(box));
var isHidden = (box) => box[HIDDEN];

// src/tag/retry.ts
var MAX_DELAY = 6e4;
var parseRetryAfter = (text) => {
  const milliseconds = /:/.test(text) ? attempt(() => page.Date.parse(text) - page.Date.now()) : Number(text) * 1e3;
  return Number(milliseconds) <= MAX_DELAY ? milliseconds : void 0;
};
var retryDelay = (status, retryAfter) => {
  if (status === 429) return retryAfter ? parseRetryAfter(retryAfter) : void 0;
  return !status || status >= 500 ? 300 + getClock() % 700 : void 0;
};

// src/tag/transport.ts
var post = async ({ endpoint = "", timeout = "3000", credentials = "omit" }, body) => {
  const controller = attempt(() => new page.AbortController());
  let text = "";
  let status = 0;
  let url = "";
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
    ({ status, headers, url } = response);
  };
  note("sent", body);
  try {
    await within(wait(+timeout), exchange2());
  } catch (error) {
    attempt(() => controller?.abort());
    lost = error;
  }
  note("received", { body, text, status, headers, url });
  const { zones, errors } = attempt(() => page.JSON.parse(text)) ?? {};
  if (zones) return { zones, errors };
  const _retryAfterMs = retryDelay(status, headers?.get("Retry-After"));
  if (errors) return { code: "rejected", message: encode(errors), _retryAfterMs };
  if (!status) return { code: lost === "timeout" ? lost : "network", message: describe(lost), _retryAfterMs };
  const code = status === 429 ? "rate-limited" : status > 399 ? "http" : "invalid-response";
  return { code, message: `HTTP ${status}`, _retryAfterMs };
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
  const { key } = slot;
  sendImpression(_impression, settings).catch(() => note("lost", _impression, key));
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
      (entries2) => forEachInChunks(entries2, report),
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
    attempt(() => observer3?.unobserve(target));
    target[LISTENER] = void 0;
  };
};

// src/tag/viewability.ts
var VIEWABLE_AFTER = 1e3;
var isInView = (area, ratio) => ratio >= (area < 242500 ? 0.5 : 0.3);

// src/tag/slot.ts
var slots = [];
var lastKey = 0;
var createSlot = (element, id, wake2) => {
  const key = ++lastKey;
  note("found", void 0, key);
  return { element, id, key, values: {}, _wake: wake2 };
};
var readSlot = (slot) => {
  slot.values = parseAttributes({ ...slot.element.dataset, zoneId: slot.id }, settings);
  reserve(slot.element, slot.values.size);
};
var startSlot = async (slot) => {
  slot.stage = "found";
  readSlot(slot);
  await waitForChunk(slot.key);
  if (!slot.stage) return;
  listCopies(slot.element, slot.values.label).forEach(detach);
  clearPlaceholder(slot);
  if (slot.values.lazy != null) return observeSlot(slot);
  slot.stage = "due";
  slot._wake();
};
var openRequest = (slot) => {
  closeRequest(slot);
  addFiller(slot);
  slot.stage = "requested";
  slot._request = { _slot: slot };
  return slot._request;
};
var closeRequest = (slot) => {
  if (slot._request) slot._request = slot._request._slot = void 0;
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
var MAX_REMOVALS = 3;
var checkAd = (slot, ad) => {
  const { _link, _node } = ad;
  const { dataset } = slot.element;
  if (dataset.zoneState || !_link) return void canHoldAd(slot);
  const removals = ++ad._removals;
  wait(1e3).then(() => ad._removals--);
  slot._fallback = void 0;
  if (!_link.matches(BANNER) || !_link.contains(_node)) slot._ad = void 0;
  else if (removals <= MAX_REMOVALS) {
    putLink(slot, _link);
    dataset.zoneState = "filled";
  } else if (removals === MAX_REMOVALS + 1) note("removed", void 0, slot.key);
  observeSlot(slot);
};
var settle = (slot, state, detail) => {
  slot._refresh = createRefresh(slot);
  dropFiller(slot);
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
var findShown = ({ element, _ad }) => {
  const link = _ad?._link;
  if (!link) return element;
  const images = [...callMethod(element, "querySelectorAll", "a img")].filter(
    (image) => image.closest("a")?.href === link.href
  );
  return images[1] && images.find(({ offsetHeight }) => offsetHeight) || images[0];
};
var onClick = ({ button, currentTarget }) => {
  const placeholder = currentTarget.closest(PLACEHOLDER);
  const slot = placeholder && getMark(placeholder);
  if (button < 2 && slot?._ad) dispatch(slot, "click");
};
var observeSlot = (slot) => {
  stopObserving(slot);
  const { _ad, element } = slot;
  const shown = findShown(slot);
  if (_ad?._link && shown) {
    _ad._node = shown;
    const link = shown.closest("a");
    _ad._link = link;
    link.onclick ??= onClick;
    link.onauxclick ??= onClick;
  }
  unwatchBox(element);
  watchBox(shown ?? element);
  slot._stopObserving = observe(
    shown ?? element,
    slot._request ? 0 : Number(slot.values.lazy),
    (view) => onView(slot, view)
  );
};
var reobserve = (slot) => {
  if (slot._stopObserving) observeSlot(slot);
};
var onView = (slot, { boundingClientRect: { width, height, top }, intersectionRatio = 0, isIntersecting, rootBounds }) => {
  const area = width * height;
  const { _ad } = slot;
  if (!slot._request) {
    if (!area) addFiller(slot);
    if (slot.stage !== "due") slot.stage = isIntersecting ? "due" : "far";
    return slot._wake(true);
  }
  if (_ad && dispatchFilled(slot, _ad) && !area) return reobserve(slot);
  if (slot._ad !== _ad || !slot.element.isConnected) return;
  const shown = findShown(slot);
  if (_ad && shown && shown !== _ad._node) return reobserve(slot);
  const isVisible = shown && // `document.hidden` can be shadowed by an element of that name.
  document.hidden !== true && !isHidden(shown);
  const isEnough = !!isVisible && isInView(area, intersectionRatio);
  _ad?._viewable(area > 0 && isEnough);
  slot._refresh?.(isEnough);
  if (rootBounds) collapse(slot, top < rootBounds.bottom);
  if (_ad && (area || isIntersecting)) {
    if (area && isVisible) countImpression(slot, _ad);
    else if (_ad._impression)
      slot._recheck ??= wait(1e3).then(() => {
        slot._recheck = void 0;
        reobserve(slot);
      });
  }
};
var dispatchFilled = (slot, ad) => {
  const { _entry } = ad;
  ad._entry = void 0;
  if (_entry) settle(slot, "filled", { data: _entry });
  return _entry;
};
var clearPlaceholder = (slot) => {
  putBack(slot);
  dropFiller(slot);
  slot.element.removeAttribute(COLLAPSED);
  delete slot.element.dataset.zoneState;
};
var giveBack = (slot) => {
  stopObserving(slot);
  unwatchBox(slot.element);
  closeRequest(slot);
  slot.stage = void 0;
  clearPlaceholder(slot);
};

// src/tag/show.ts
var renderers = create(null);
var show = (request, [code, message, entry]) => {
  const { _slot } = request;
  if (!_slot) return;
  if (code) fail(_slot, code, message);
  else if (!entry) settle(_slot, "empty");
  else if (renderers[entry.type] || entry.type === "banner") draw(request, _slot, entry);
  else fail(_slot, "unsupported-type", entry.type);
};
var draw = (request, slot, entry) => {
  const isCustom = !!renderers[entry.type];
  const limit2 = createPromise((resolve) => {
    request._giveUp = resolve;
  });
  within(limit2, isCustom ? render(slot, entry) : loadBanner(entry.data, slot.values)).then((link) => present(request, entry, link)).catch((thrown) => endInError(request, isCustom, thrown)).then(noteArrival, noteArrival);
};
var render = async (slot, entry) => {
  keepFallback(slot);
  await renderers[entry.type]?.(entry, slot.element);
};
var present = ({ _slot: slot }, entry, link) => {
  if (!slot) return;
  const data = entry.data;
  if (link) {
    if (!canHoldAd(slot)) return;
    putLink(slot, link);
  }
  slot._ad = {
    _node: slot.element,
    _link: link,
    _entry: entry,
    _impression: data.impression,
    _removals: 0,
    _viewable: createCountdown(VIEWABLE_AFTER, () => dispatch(slot, "viewable"), true)
  };
  collapse(slot);
  observeSlot(slot);
};
var endInError = ({ _slot }, isCustom, thrown) => {
  if (!_slot) return;
  if (isCustom) putBack(_slot);
  fail(_slot, isCustom ? "renderer" : "image", describe(thrown));
};
var IDLE_AFTER = 1e4;
var arrivals = 0;
var isWaiting = false;
var noteArrival = async () => {
  arrivals++;
  if (isWaiting) return;
  isWaiting = true;
  for (let before = 0; before !== arrivals; ) {
    before = arrivals;
    await wait(IDLE_AFTER);
  }
  isWaiting = false;
  slots.forEach(endWait);
};
var endWait = (slot) => {
  slot._request?._giveUp?.();
  if (slot._ad) dispatchFilled(slot, slot._ad);
};

// src/tag/requests.ts
var hasBegun = false;
var isBusy = false;
var pause;
var hasRequested = () => hasBegun;
var findDue = () => {
  const isComplete = !hasBegun && slots.length >= Number(settings.zones);
  if (!mayRequest(document.hidden, getProperty(document, "readyState"), isComplete)) return [];
  const due = slots.filter(
    ({ stage, values: { media }, _wake }) => (stage === "found" || stage === "due") && (media == null || matchesMedia(media, _wake))
  );
  return due.every(({ stage }) => stage === "due") ? due : [];
};
var requestDue = async (mayWait) => {
  if (isBusy) return;
  isBusy = true;
  if (hasBegun || mayWait) await wait();
  await pause;
  await waitForChunk();
  const _gdpr = findDue()[0] && await findConsent(settings);
  await waitForChunk();
  isBusy = false;
  const due = findDue().sort(
    (a, b) => callMethod(a.element, "compareDocumentPosition", b.element) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1
  );
  hasBegun ||= !!due[0];
  const begun = [];
  forEachInChunks(due.map(openRequest), (request) => {
    if (isOpen(request) && beginRequest(request._slot)) begun.push(request);
  });
  await waitForChunk();
  while (begun[0]) exchange(begun.splice(0, MAX_ZONES), _gdpr, true);
};
var isOpen = ({ _slot }) => _slot?.element.isConnected;
var exchange = async (requests, gdpr, mayRetry) => {
  const open = requests.filter(isOpen);
  const body = attempt(
    () => open[0] && composeRequest(
      open.map(({ _slot }) => _slot),
      settings,
      gdpr,
      findAddress(),
      page.navigator
    )
  );
  if (!body || attempt(() => toBytes(body)[MAX_BODY])) {
    if (!open[1]) return open.forEach(({ _slot }) => _slot && fail(_slot, "config"));
    exchange(open.splice(0, open.length / 2), gdpr, mayRetry);
    return exchange(open, gdpr, mayRetry);
  }
  const reply = await post(settings, body);
  const { _retryAfterMs } = reply;
  if (mayRetry && _retryAfterMs != null) {
    note("retry", _retryAfterMs);
    pause = wait(_retryAfterMs);
    await pause;
    return exchange(open, gdpr);
  }
  noteArrival();
  forEachInChunks(open, (request, position) => show(request, parseResult(reply, position)));
};

// src/tag/registry.ts
var listSlots = () => {
  for (const slot of [...slots])
    if (!slot.element.isConnected) drop(slot);
    else if (slot._ad?._node.isConnected === false) attempt(() => reobserve(slot));
  return slots;
};
var drop = (slot) => {
  slots.splice(slots.indexOf(slot), 1);
  if (slot.stage) mark(slot.element, void 0);
  attempt(() => giveBack(slot));
  wake();
};
var findZoneId = (node) => callMethod(node, "matches", PLACEHOLDER) ? node.dataset?.zoneId ?? node.dataset?.zoneid : void 0;
var wake = requestDue;
var consider = (node, isNamed) => {
  const zoneId = findZoneId(node);
  let slot = getMark(node);
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
      for (const { target, addedNodes } of records)
        attempt(() => {
          consider(target);
          const slot = getMark(target);
          if (slot?._ad) checkAd(slot, slot._ad);
          for (const added of addedNodes) visit(added);
        });
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
    if (target !== void 0 || slot.stage === "due" || slot.stage === "requested") requestAgain(slot);
  }
};
var destroy = (target) => {
  findSlots(target).forEach(giveBack);
  wake();
};

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
var findTag = () => getMark(document);
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
  setDefaults(parseAttributes({ endpoint: "", ...dataset }));
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
  const more = { userId, email, buyeruids, keywords, targeting, gdpr };
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
