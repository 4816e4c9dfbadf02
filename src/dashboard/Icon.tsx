/** Line icons of one weight. */
const PATHS = {
  calendar:
    "M3 6.5h14M6 2.5v2M14 2.5v2M4.5 4h11A1.5 1.5 0 0 1 17 5.5v10a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 15.5v-10A1.5 1.5 0 0 1 4.5 4Z",
  down: "m6 8 4 4 4-4",
  up: "m6 12 4-4 4 4",
  plus: "M10 5v10M5 10h10",
  close: "m6 6 8 8M14 6l-8 8",
  link: "M8.5 11.5a3 3 0 0 0 4.3 0l2.3-2.3a3 3 0 0 0-4.3-4.3l-.9.9M11.5 8.5a3 3 0 0 0-4.3 0l-2.3 2.3a3 3 0 0 0 4.3 4.3l.9-.9",
  download: "M10 3.5v9M6.5 9l3.5 3.5L13.5 9M4 16.5h12",
  columns: "M4 4h12v12H4zM8 4v12M12 4v12",
  left: "m12 5.5-4.5 4.5 4.5 4.5",
  right: "m8 5.5 4.5 4.5L8 14.5",
  check: "m5 10.5 3.5 3.5L15.5 6.5",
  warning: "M10 7v4M10 13.6v.1M10 3 2.5 16h15Z",
  out: "M8 4H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h3M12.5 6.5 16 10l-3.5 3.5M16 10H8.5",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
