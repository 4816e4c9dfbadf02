/**
 * First script of every page in the fault table: records uncaught errors, remembers the page's initial state, and
 * finally reports the differences. It stores all functions that it uses before the page can replace them.
 */
(() => {
  const { stringify } = JSON;
  const { getOwnPropertyNames, getOwnPropertyDescriptor } = Object;
  const { ownKeys } = Reflect;
  const SELECTOR = "[data-zone-id],[data-zoneid]";
  const faults = [];
  const violations = [];
  const houses = new Map();
  const protos = new Map();
  const roots = [document];
  let names = new Set();

  addEventListener("error", ({ target, message }) => target === window && faults.push(message), true);
  addEventListener("unhandledrejection", ({ reason }) => faults.push(`rejection: ${reason}`));
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
    // Firefox requests an icon from every site.
    if (!blockedURI.endsWith("/favicon.ico")) violations.push(effectiveDirective);
  });

  function descriptors(proto) {
    return new Map(ownKeys(proto).map((key) => [key, getOwnPropertyDescriptor(proto, key)]));
  }

  function prototypes() {
    for (const name of getOwnPropertyNames(window)) {
      const { value } = getOwnPropertyDescriptor(window, name) ?? {};
      if (typeof value !== "function" || !value.prototype) continue;
      protos.set(value.prototype, [name, descriptors(value.prototype)]);
    }
  }

  function changedPrototypes() {
    return [...protos].flatMap(([proto, [name, before]]) => {
      const now = descriptors(proto);
      const differs = (key) =>
        ["value", "get", "set"].some((part) => now.get(key)?.[part] !== before.get(key)?.[part]);
      return [...new Set([...now.keys(), ...before.keys()])]
        .filter(differs)
        .map((key) => `${name}.prototype.${String(key)}`);
    });
  }

  /** Uses the method of the root's prototype, because an image's name may shadow `querySelectorAll`. */
  const placeholders = () =>
    roots.flatMap((root) => [...Object.getPrototypeOf(root).querySelectorAll.call(root, SELECTOR)]);

  /** Returns a placeholder's markup without the attributes that the tag may set. */
  function written(el) {
    const copy = el.cloneNode(true);
    for (const one of [copy, ...Element.prototype.querySelectorAll.call(copy, SELECTOR)])
      one.removeAttribute("data-zone-state");
    return copy.outerHTML;
  }

  /** Uses the getter of `Node.prototype`, because a form field may shadow `childNodes`. */
  const listNodes = (el) => [...Object.getOwnPropertyDescriptor(Node.prototype, "childNodes").get.call(el)];

  const isFilled = (el) => el.getAttribute("data-zone-state") === "filled";

  function isWhole(el) {
    const house = houses.get(el);
    if (!house || isFilled(el) || el.querySelector("[data-zone-state=filled]")) return true;
    return written(el) === house.html && house.nodes.every((node, at) => listNodes(el)[at] === node);
  }

  function isShown(el) {
    const { width, height } = el.querySelector("img,[data-drawn]")?.getBoundingClientRect() ?? {};
    return isFilled(el) && width > 0 && height > 0;
  }

  function addresses() {
    const all = placeholders().flatMap((el) => [
      ...Element.prototype.querySelectorAll.call(el, "[href],[src]"),
    ]);
    return all.map((el) => el.href ?? el.src).filter((address) => !/^https?:\/\//.test(address));
  }

  /** Converts to JSON without a `toJSON` that a page put on all objects. */
  function json(value) {
    const polluted = [Array, String, Object, Number].filter(({ prototype }) =>
      Object.hasOwn(prototype, "toJSON"),
    );
    const kept = polluted.map(({ prototype }) => prototype.toJSON);
    for (const { prototype } of polluted) prototype.toJSON = undefined;
    const text = stringify(value);
    polluted.forEach(({ prototype }, at) => {
      prototype.toJSON = kept[at];
    });
    return text;
  }

  /** Whether the browser's driver or zone.js added this global to the page. */
  const isOthers = (name) =>
    name.startsWith("__pw") || name.startsWith("__zone_symbol__") || name.startsWith("__playwright");

  const probe = {
    roots,
    /** Stores globals and prototypes. Called after the page's own code; later changes are attributed to the tag. */
    begin() {
      names = new Set(getOwnPropertyNames(window));
      prototypes();
    },
    /** Stores the current state of every placeholder. */
    keep() {
      for (const el of placeholders())
        if (!houses.has(el)) houses.set(el, { html: written(el), nodes: listNodes(el) });
    },
    /** Allows globals that the page's own late scripts define. */
    allow(...own) {
      for (const name of own) names.add(name);
    },
    report: () =>
      json({
        states: placeholders().map((el) => el.getAttribute("data-zone-state")),
        shown: placeholders().filter(isShown).length,
        broken: placeholders()
          .filter((el) => !isWhole(el))
          .map(written),
        unsafe: addresses(),
        globals: getOwnPropertyNames(window).filter(
          (name) => !names.has(name) && name !== "zonetag" && !isOthers(name),
        ),
        prototypes: changedPrototypes(),
        faults,
        violations,
      }),
  };
  Object.defineProperty(window, "probe", { value: probe, enumerable: false });
})();
