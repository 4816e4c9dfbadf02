// src/react/index.ts
import {
  createElement,
  forwardRef
} from "react";
var Zone = forwardRef(({ zone, size, keywords, sub, fallback, as = "div", ...props }, ref) => {
  const { trustedTypes } = globalThis;
  return createElement(as, {
    ref,
    // Without an id, the element is no placeholder yet.
    "data-zone-id": zone == null ? zone : String(zone),
    "data-size": size,
    "data-keywords": keywords,
    "data-sub": sub,
    suppressHydrationWarning: true,
    dangerouslySetInnerHTML: { __html: fallback ?? trustedTypes?.emptyHTML ?? "" },
    ...props
  });
});
Zone.displayName = "Zone";
export {
  Zone
};
//# sourceMappingURL=react.mjs.map
