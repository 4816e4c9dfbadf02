import type { ComponentChildren } from "preact";

interface ZoneProps {
  id: number;
  /** WIDTHxHEIGHT; the box is reserved from it. */
  size: string;
  keywords?: string;
  target?: Record<string, string>;
  /** Media query; the zone is requested only while it matches. */
  media?: string;
  /** Class of the slot around the placeholder. */
  slot?: string;
  /** Fallback content. */
  children?: ComponentChildren;
}

/** Placeholder as a publisher writes it, in a slot with the visible label. */
export function Zone({ id, size, keywords, target = {}, media, slot = "", children }: ZoneProps) {
  const targeting = Object.entries(target).map(([key, value]) => [`data-target-${key}`, value]);
  return (
    <div class={`slot ${slot}`.trim()}>
      <ins
        data-zone-id={id}
        data-size={size}
        data-keywords={keywords}
        data-media={media}
        {...Object.fromEntries(targeting)}
      >
        {children}
      </ins>
    </div>
  );
}
