import type { Brand } from "../banners/brands.ts";

/** Landing page of the demo's banners: another site, without ads. */
export function ShopPage({ name, ground, ink }: Brand) {
  return (
    <html lang="en" class="shop" style={{ "--paper": ground, "--ink": ink, "--accent": ink }}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${name}, a shop that does not exist`}</title>
        <link rel="icon" href="data:," />
        <link rel="preload" as="font" type="font/woff2" href="/fonts/upright.woff2" crossorigin="anonymous" />
        <link rel="stylesheet" href="/assets/site.css" />
      </head>
      <body>
        <main>
          <p>You have left the magazine for</p>
          <h1>{name}</h1>
          <p>
            The shop does not exist, but the click was real: the ad service counted it before it sent you on.
            The address of this page is stored with the campaign, and nothing in the click’s own address can
            change it.
          </p>
          <p>
            <a href="/">Back to Longshore</a>
          </p>
        </main>
      </body>
    </html>
  );
}
