/** The demo's advertisers, all fictional, and how each draws a banner of a given size. */

export interface Size {
  width: number;
  height: number;
}

export interface Brand {
  /** Part of the file name: `fellstride-300x250.webp`. */
  id: string;
  name: string;
  sizes: string[];
  /** Colours of the brand's shop. */
  ground: string;
  ink: string;
  /** Markup of the whole banner, drawn in a box of `size`. */
  draw(size: Size): string;
}

/** Shapes of banners; each brand sets its type for each shape. */
type Shape = "wide" | "strip" | "box" | "tall";

interface Copy {
  name: string;
  headline: string;
  button: string;
  /** CSS custom properties and font of the brand. */
  style: string;
}

function chooseShape({ width, height }: Size): Shape {
  if (height > width) return "tall";
  if (height <= 50) return "strip";
  return width > height * 3 ? "wide" : "box";
}

function drawBanner(size: Size, copy: Copy, art: string): string {
  const svg = `<svg viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}">${art}</svg>`;
  const words = `<b class="name">${copy.name}</b><p>${copy.headline}</p><i>${copy.button}</i>`;
  return `<div class="banner ${chooseShape(size)}" style="${copy.style}">${svg}<div class="words">${words}</div></div>`;
}

/** A smooth ridge across the whole width, filled to the bottom. */
function drawRidge(size: Size, base: number, swing: number, phase: number, fill: string): string {
  const steps = Math.max(6, Math.round(size.width / 40));
  const points = Array.from({ length: steps + 1 }, (_, at) => {
    const x = (at / steps) * size.width;
    const y = base + swing * (Math.sin(x / 61 + phase) * 0.6 + Math.sin(x / 23 + phase * 2.3) * 0.4);
    return [x, y] as const;
  });
  const curve = points.slice(1).map(([x, y], at) => {
    const [px, py] = points[at] ?? [0, base];
    const middle = (px + x) / 2;
    return `C${middle} ${py} ${middle} ${y} ${x} ${y}`;
  });
  const from = points[0]?.[1] ?? base;
  return `<path fill="${fill}" d="M0 ${from}${curve.join("")}L${size.width} ${size.height}L0 ${size.height}Z"/>`;
}

function drawGround({ width, height }: Size, fill: string): string {
  return `<rect width="${width}" height="${height}" fill="${fill}"/>`;
}

const SIZES = ["728x90", "300x250", "160x600", "320x50"];

export const fellstride: Brand = {
  id: "fellstride",
  name: "Fellstride",
  ground: "#f59a4c",
  ink: "#2b0f18",
  sizes: SIZES,
  draw(size) {
    const { width: w, height: h } = size;
    const low = { tall: 0.62, box: 0.54, wide: 0.66, strip: 0.72 }[chooseShape(size)];
    const sun = `<circle cx="${w * (w > h * 3 ? 0.66 : 0.72)}" cy="${h * (w > h * 3 ? 0.5 : 0.4)}" r="${Math.min(w, h) * 0.24}" fill="#ffd9a0"/>`;
    const hills = [
      drawRidge(size, h * low, h * 0.1, 0.4, "#e0562b"),
      drawRidge(size, h * (low + 0.18), h * 0.09, 2.1, "#b23a24"),
      drawRidge(size, h * (low + 0.34), h * 0.08, 4.4, "#5c1f2b"),
    ];
    const style =
      "--ink:#2b0f18;--button:#2b0f18;--on:#fff3e0;--name:#2b0f18;font-family:'Liberation Sans Narrow';font-weight:700;font-style:italic;--case:uppercase;--track:.01em;--scale:1.12";
    const copy = { name: "Fellstride", headline: "Built for the way down", button: "See the Fell 4", style };
    return drawBanner(size, copy, drawGround(size, "#f59a4c") + sun + hills.join(""));
  },
};

const nattlinje: Brand = {
  id: "nattlinje",
  name: "Nattlinje",
  ground: "#14264f",
  ink: "#f2f5ff",
  sizes: SIZES,
  draw(size) {
    const { width: w, height: h } = size;
    const shape = chooseShape(size);
    const sea = h * (shape === "tall" ? 0.72 : shape === "box" ? 0.74 : 0.7);
    const scale = { wide: 0.62, strip: 0.38, box: 1, tall: 0.96 }[shape];
    const at = { wide: 452, strip: 162, box: 140, tall: 8 }[shape];
    const stars = Array.from({ length: 46 }, (_, n) => {
      const [x, y] = [(n * 97.3) % w, (n * n * 13.7) % (sea * 0.9)];
      return `<circle cx="${x}" cy="${y}" r="${n % 5 ? 0.6 : 1.1}" fill="#dfe8ff" opacity="${0.35 + (n % 4) * 0.18}"/>`;
    });
    const windows = Array.from(
      { length: 9 },
      (_, n) => `<rect x="${24 + n * 11}" y="-25" width="5" height="5"/>`,
    );
    const upper = Array.from(
      { length: 5 },
      (_, n) => `<rect x="${40 + n * 11}" y="-39" width="5" height="5"/>`,
    );
    const ship = `<g transform="translate(${at} ${sea}) scale(${scale})"><path fill="#f4f1e8" d="M18-32h112v18H18zM34-46h66v14H34z"/><path fill="#e4572e" d="M52-64h18l-3 18H49z"/><path fill="#c9d3ea" d="M2-16h146l-16 20H14z"/><path fill="#e4572e" d="M12 1h122l-3 4H14z"/><g fill="#ffcf6b">${windows.join("")}${upper.join("")}</g></g>`;
    const moon = `<circle cx="${w * { wide: 0.775, strip: 0.66, box: 0.9, tall: 0.74 }[shape]}" cy="${h * (shape === "tall" ? 0.42 : 0.2)}" r="${Math.min(w, h) * 0.1}" fill="#f8edd0"/>`;
    const glints = Array.from({ length: 7 }, (_, n) => {
      const y = sea + 4 + n * ((h - sea) / 8);
      return `<rect x="${at + scale * (20 + ((n * 31) % 70))}" y="${y}" width="${scale * (54 - n * 5)}" height="1.4" rx=".7" fill="#ffcf6b" opacity="${0.6 - n * 0.07}"/>`;
    });
    const water = `<rect y="${sea}" width="${w}" height="${h - sea}" fill="#0a1730"/>`;
    const style =
      "--ink:#f2f5ff;--button:#ffcf6b;--on:#10204a;--name:#ffcf6b;font-family:'URW Gothic';font-weight:600;--track:-.02em";
    const copy = {
      name: "Nattlinje",
      headline: "Asleep by nine. North by morning.",
      button: "Night sailings",
      style,
    };
    return drawBanner(
      size,
      copy,
      drawGround(size, "#14264f") + stars.join("") + moon + ship + water + glints.join(""),
    );
  },
};

const ember: Brand = {
  id: "ember-and-oak",
  name: "Ember & Oak",
  ground: "#f3e6cf",
  ink: "#33261c",
  sizes: SIZES,
  draw(size) {
    const { width: w, height: h } = size;
    const shape = chooseShape(size);
    const [x, y, r] = {
      wide: [486, 56, 52],
      strip: [184, 27, 29],
      box: [212, 184, 72],
      tall: [80, 452, 92],
    }[shape] as [number, number, number];
    const flames = Array.from({ length: 9 }, (_, n) => {
      const angle = (n / 9) * 360 + 12;
      const long = r * (n % 2 ? 0.34 : 0.5);
      return `<path transform="rotate(${angle} ${x} ${y})" fill="${n % 2 ? "#f2a03d" : "#e2622c"}" d="M${x - r * 0.2} ${y - r * 0.94}q${r * 0.02} ${-long * 0.7} ${r * 0.2} ${-long}q${r * 0.18} ${long * 0.3} ${r * 0.2} ${long}z"/>`;
    });
    const pan = `${flames.join("")}<rect x="${x + r * 0.8}" y="${y - r * 0.13}" width="${r * 1.3}" height="${r * 0.26}" rx="${r * 0.13}" fill="#26211f"/><circle cx="${x}" cy="${y}" r="${r}" fill="#26211f"/><circle cx="${x}" cy="${y}" r="${r * 0.86}" fill="#3a3330"/><circle cx="${x}" cy="${y}" r="${r * 0.8}" fill="#2e2826"/><circle cx="${x - r * 0.12}" cy="${y + r * 0.05}" r="${r * 0.42}" fill="#fff8ea"/><circle cx="${x - r * 0.05}" cy="${y}" r="${r * 0.19}" fill="#f2a03d"/>`;
    const style =
      "--ink:#33261c;--button:#a63d1b;--on:#fff8ea;--name:#8f3417;font-family:'URW Bookman';font-weight:600;--track:-.02em;--scale:.84";
    const copy = {
      name: "Ember &amp; Oak",
      headline: "One pan.<br>Fifty years.",
      button: "Cast iron",
      style,
    };
    return drawBanner(size, copy, drawGround({ width: w, height: h }, "#f3e6cf") + pan);
  },
};

const kettle: Brand = {
  id: "kettle-moon",
  name: "Kettle Moon",
  ground: "#0f5757",
  ink: "#fff6ee",
  sizes: ["300x250", "320x50"],
  draw(size) {
    const strip = chooseShape(size) === "strip";
    const [x, y, s] = strip ? [178, 46, 0.46] : [206, 226, 0.94];
    const moon = `<circle cx="${strip ? 180 : 212}" cy="${strip ? 30 : 186}" r="${strip ? 38 : 82}" fill="#f7b7a3"/>`;
    const steam = [-16, 4, 24].map(
      (dx) =>
        `<path d="M${dx} -74q-10 -10 0 -20t0 -22" fill="none" stroke="#fff6ee" stroke-width="6" stroke-linecap="round" opacity=".85"/>`,
    );
    const cup = `<g transform="translate(${x} ${y}) scale(${s})">${strip ? "" : steam.join("")}<path fill="none" stroke="#fff6ee" stroke-width="10" d="M46-46h14a18 18 0 0 1 0 36H38"/><path fill="#fff6ee" d="M-44-60h96q0 60-36 60h-24q-36 0-36-60z"/><ellipse cx="4" cy="-60" rx="48" ry="8" fill="#5a3327"/><rect x="-56" y="2" width="120" height="7" rx="3.5" fill="#fff6ee"/></g>`;
    const style =
      "--ink:#fff6ee;--button:#fff6ee;--on:#0d4a4a;--name:#f7b7a3;font-family:C059;font-style:italic;font-weight:700;--track:-.01em";
    const copy = { name: "Kettle Moon", headline: "Worth getting<br>up for", button: "Three roasts", style };
    return drawBanner(size, copy, drawGround(size, "#0f5757") + moon + cup);
  },
};

/** Creates two banners, for members and for everybody else, which differ in their buttons. */
function createHalyard(id: string, button: string): Brand {
  const colours = { ground: "#cfe3ea", ink: "#0d2f3f" };
  return { id, name: "Halyard", ...colours, sizes: ["300x250"], draw: (size) => drawJacket(size, button) };
}

function drawJacket(size: Size, button: string): string {
  const rain = Array.from({ length: 43 }, (_, n) => {
    const [x, y] = [(n * 53.9) % (size.width + 20), (n * n * 7.3) % size.height];
    return `<path d="M${x} ${y}l-4 13" stroke="#8fb3c4" stroke-width="1.2" opacity=".7"/>`;
  });
  const art = `<g transform="translate(166 72)"><path fill="#e8a800" d="M22 26 4 62l18 92 18-4-4-66z"/><path fill="#e8a800" d="M98 26l18 36-18 92-18-4 4-66z"/><path fill="#fcc419" d="M40 14h40l22 18-6 150H24L18 32z"/><path fill="#e8a800" d="M38 16q22-30 44 0l-8 20H46z"/><path fill="#3b2f00" d="M47 18q13-16 26 0l-5 14H52z"/><path d="M60 34v148" stroke="#b98500" stroke-width="2.5"/><path fill="#e8a800" d="M30 112h20v28H30zM70 112h20v28H70z"/></g>`;
  const style =
    "--ink:#0d2f3f;--button:#0d2f3f;--on:#fff;--name:#0d2f3f;font-family:'Nimbus Sans';font-weight:700;--track:-.03em";
  const copy = { name: "Halyard", headline: "For the weather you get", button, style };
  return drawBanner(size, copy, drawGround(size, "#cfe3ea") + rain.join("") + art);
}

const quire: Brand = {
  id: "quire",
  name: "Quire",
  ground: "#e6f1e7",
  ink: "#1d3b2c",
  sizes: ["300x250", "320x50", "728x90"],
  draw(size) {
    const { width: w, height: h } = size;
    const shape = chooseShape(size);
    const gap = shape === "strip" ? 10 : 18;
    const rules = Array.from({ length: Math.ceil(h / gap) }, (_, n) => {
      return `<path d="M0 ${n * gap + gap - 0.5}H${w}" stroke="#b9d3c0"/>`;
    });
    const [x, y, s] = { wide: [420, 62, 0.7], strip: [150, 38, 0.42], box: [96, 160, 1.1], tall: [0, 0, 1] }[
      shape
    ] as [number, number, number];
    const line = `<path d="M-30 6C0-34 16 26 40-2s24 22 52-4 34 8 48 2" fill="none" stroke="#27506b" stroke-width="3" stroke-linecap="round"/>`;
    const pencil = `<g transform="translate(139 0) rotate(-38)"><path fill="#f3d9b1" d="M0 0l16-8v16z"/><path fill="#27506b" d="M0 0l5-2.5v5z"/><path fill="#e86a58" d="M16-8h74v16H16z"/><path fill="#c9503f" d="M16 2h74v6H16z"/><path fill="#ccd3d8" d="M90-8h9V8h-9z"/><path fill="#f0a8a0" d="M99-8h9q5 0 5 5v6q0 5-5 5h-9z"/></g>`;
    const art = `<g transform="translate(${x} ${y}) scale(${s})">${line}${pencil}</g>`;
    const style =
      "--ink:#1d3b2c;--button:#1d3b2c;--on:#f0f7f0;--name:#c9503f;font-family:P052;font-weight:700;--track:-.015em";
    const copy = { name: "Quire", headline: "Notebooks that lie flat", button: "See papers", style };
    return drawBanner(size, copy, drawGround(size, "#e6f1e7") + rules.join("") + art);
  },
};

export const BRANDS: Brand[] = [
  fellstride,
  nattlinje,
  ember,
  kettle,
  createHalyard("halyard", "Members −20 %"),
  createHalyard("halyard-guests", "See the jacket"),
  quire,
];
