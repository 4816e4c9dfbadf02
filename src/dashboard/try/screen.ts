/** Screens of common devices, and whether a placeholder with `data-media` is requested on them. */

interface Screen {
  width: number;
  height: number;
}

/** CSS pixels. */
export const SCREENS = {
  desktop: { width: 1440, height: 900 },
  mobile: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
} satisfies Record<string, Screen>;

/** A frame of the screen's size lets the browser itself decide. Without a source, it is complete at once. */
export function matchesScreen(query: string, { width, height }: Screen): boolean {
  const frame = document.createElement("iframe");
  frame.style.cssText = `position:fixed;visibility:hidden;border:0;width:${width}px;height:${height}px`;
  document.body.append(frame);
  const isMatch = frame.contentWindow?.matchMedia(query).matches ?? true;
  frame.remove();
  return isMatch;
}
