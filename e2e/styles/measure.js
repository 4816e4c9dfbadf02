/** Stands in each measured page: says where placeholders, links and images are, and how wide the page is. */
window.measure = () => {
  /** Where an element is in its context, so that what one context does wrong is not said of all below it. */
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
