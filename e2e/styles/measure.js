/** Script of each measured page: returns the boxes of placeholders, links and images, and the page's width. */
window.measure = () => {
  /** Position of an element relative to its context, so that a fault in one context does not affect those below it. */
  const place = (el) => {
    const { x, y, width, height } = el.getBoundingClientRect();
    const context = el.closest("[data-context]").getBoundingClientRect();
    return [x - context.x, y - context.y, width, height].map((value) => Math.round(value * 100) / 100);
  };
  const isOver = (inner, { x, y, width, height }) =>
    inner.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  const slots = [...document.querySelectorAll("[data-zone-id]")].map((el) => {
    const link = el.querySelector("a[target]");
    const img = link?.querySelector("img");
    return {
      context: el.closest("[data-context]").dataset.context,
      size: el.dataset.size ?? "",
      state: el.getAttribute("data-zone-state"),
      box: place(el),
      isInline: getComputedStyle(el).display === "inline",
      around: el.closest("[data-context]").getBoundingClientRect().height,
      ...(img && {
        link: place(link),
        image: place(img),
        isSeen: img.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
        isClickable: isOver(link, img.getBoundingClientRect()),
      }),
    };
  });
  const root = document.scrollingElement ?? document.body;
  const page = root.scrollWidth;
  const without = document.head.appendChild(document.createElement("style"));
  without.textContent = "[data-zone-id] { display: none !important }";
  const bare = root.scrollWidth;
  without.remove();
  return { slots, page, bare, viewport: root.clientWidth };
};
