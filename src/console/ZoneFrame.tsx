/** Frame around a zone on the page. */
export function ZoneFrame({ el }: { el: Element }) {
  const { left, top, width, height } = el.getBoundingClientRect();
  return <div class="frame" style={`left:${left}px;top:${top}px;width:${width}px;height:${height}px`} />;
}
