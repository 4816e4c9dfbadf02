/**
 * Stands first in every page of the fault table, before anything rude: hears what nobody catches, remembers the page
 * as it was, and says in the end what is different. Everything it uses is taken before the page can replace it.
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
    // Firefox asks every site for its icon.
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

  /** By the root's class: a page may have an image of the method's name. */
  const placeholders = () =>
    roots.flatMap((root) => [...Object.getPrototypeOf(root).querySelectorAll.call(root, SELECTOR)]);

  /** A placeholder as it is written, less what the tag is allowed to say there. */
  function written(el) {
    const copy = el.cloneNode(true);
    for (const one of [copy, ...Element.prototype.querySelectorAll.call(copy, SELECTOR)])
      one.removeAttribute("data-zone-state");
    return copy.outerHTML;
  }

  /** Not by the element's own property, which a field of a form may hide. */
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

  /** Without the `toJSON` that a page put on everything. */
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

  /** Whether the browser's driver or zone.js added the name to the page. */
  const isOthers = (name) =>
    name.startsWith("__pw") || name.startsWith("__zone_symbol__") || name.startsWith("__playwright");

  const probe = {
    roots,
    /** The page has done its worst; what is new from here on is the tag's. */
    begin() {
      names = new Set(getOwnPropertyNames(window));
      prototypes();
    },
    /** Remembers every placeholder there is. */
    keep() {
      for (const el of placeholders())
        if (!houses.has(el)) houses.set(el, { html: written(el), nodes: listNodes(el) });
    },
    /** Scripts of the page itself that come late may name their globals. */
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
