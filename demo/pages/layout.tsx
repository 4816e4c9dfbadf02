import type { ComponentChildren } from "preact";
import { WIDE } from "./media.ts";
import { Zone } from "./zone.tsx";

/** Context shared by all pages of the demo. */
export interface Surroundings {
  /** Origin of the ad service, which also serves the tag and the dashboard. */
  ads: string;
  /** Reloads the page when the demo has restarted. */
  live: boolean;
}

export interface Page {
  title: string;
  description: string;
  /** Path of the page, for the console's link and the current item of the navigation. */
  path: string;
  children: ComponentChildren;
}

const SECTIONS = [
  { name: "Running", path: "/running/forty-minutes-before-the-tide" },
  { name: "Travel", path: "/travel/the-night-ferry-north" },
  { name: "Kitchen", path: "/kitchen/beans-on-a-driftwood-fire" },
  { name: "Notes", path: "/notes/" },
];

export function Layout({ title, description, path, children, ads, live }: Page & Surroundings) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <link rel="icon" href="/assets/icon.svg" />
        <link rel="preload" as="font" type="font/woff2" href="/fonts/upright.woff2" crossorigin="anonymous" />
        <link rel="stylesheet" href="/assets/site.css" />
        <link rel="stylesheet" href="/assets/panel.css" />
        <script
          async
          src={`${ads}/zonetag.js`}
          crossorigin="anonymous"
          data-endpoint={`${ads}/v1/placement`}
        />
        {/* Not deferred: it has to listen before the tag sends. */}
        <script src="/client/panel.js" />
        {live && <script async src="/client/reload.js" />}
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to the article
        </a>
        {/* Filled in by its script. */}
        <aside class="panel" aria-label="What the ad tag did on this page" />
        <Masthead path={path} />
        <main id="content">{children}</main>
        <Footer path={path} dashboard={`${ads}/dashboard/`} />
      </body>
    </html>
  );
}

function Masthead({ path }: { path: string }) {
  return (
    <header class="masthead">
      <div class="bar">
        <a class="wordmark" href="/">
          Longshore
        </a>
        <nav aria-label="Sections">
          {SECTIONS.map((section) => (
            <a href={section.path} aria-current={section.path === path ? "page" : undefined}>
              {section.name}
            </a>
          ))}
        </nav>
      </div>
      <Zone id={101} size="728x90" media={WIDE.matches} slot="on-wide" />
      <Zone id={102} size="320x50" media={WIDE.fails} slot="on-narrow" />
    </header>
  );
}

function Footer({ path, dashboard }: { path: string; dashboard: string }) {
  return (
    <footer class="footer">
      <div>
        <p class="wordmark">Longshore</p>
        <p>
          An independent quarterly from the edge of things. It does not exist: it is the demonstration site of{" "}
          <b>zonetag</b>, and so are the shops in its advertisements.
        </p>
      </div>
      <nav aria-label="Demonstration">
        <a href={`${path}?zonetag_console`}>This page with the console open</a>
        <a href="/notes/">The single-page demo</a>
        <a href={dashboard}>The dashboard</a>
      </nav>
    </footer>
  );
}
