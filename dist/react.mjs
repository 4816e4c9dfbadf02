// src/react/index.ts
import { createElement } from "react";
function Zone({ zone, size, keywords, sub, fallback, as = "div", ...props }) {
  const { trustedTypes } = globalThis;
  return createElement(as, {
    "data-zone-id": zone,
    "data-size": size,
    "data-keywords": keywords,
    "data-sub": sub,
    suppressHydrationWarning: true,
    dangerouslySetInnerHTML: { __html: fallback ?? trustedTypes?.emptyHTML ?? "" },
    ...props
  });
}
export {
  Zone
};
//# sourceMappingURL=react.mjs.map
