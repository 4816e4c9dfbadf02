/** Shops of the demo's advertisers: other sites, without ads. One of them sells something and reports its orders. */
import type { ComponentChildren } from "preact";
import { writeLandingCode, writeThanksCode } from "../../src/dashboard/campaigns/conversionCode.ts";
import { type Brand, fellstride } from "../banners/brands.ts";

const ORDER_GOAL = 1;

interface ShopProps {
  brand: Brand;
}

/** Landing page of the demo's banners. */
export function ShopPage({ brand }: ShopProps) {
  return (
    <Shop brand={brand} title={`${brand.name}, a shop that does not exist`}>
      <p>You have left the magazine for</p>
      <h1>{brand.name}</h1>
      {brand === fellstride ? <Offer /> : <NoOffer />}
      <p>
        <a href="/">Back to Longshore</a>
      </p>
    </Shop>
  );
}

function NoOffer() {
  return (
    <p>
      The shop does not exist, but the click was real: the ad service counted it before it sent you on. The
      address of this page is stored with the campaign, and nothing in the click’s own address can change it.
    </p>
  );
}

/** The product, and the script by which a landing page keeps the click id. */
function Offer() {
  return (
    <>
      <div class="offer">
        <Hills />
        <div>
          <h2>Fell 4</h2>
          <p>Studs for wet rock, room for cold toes. Built for the way down.</p>
          <p class="price">£128</p>
          <form action="/shops/fellstride/thanks">
            <button type="submit" class="buy">
              Buy
            </button>
          </form>
        </div>
      </div>
      <p class="note">
        Neither the shop nor the shoe exists, but the click was real: the ad service counted it, and put its
        click id into the address of this page. A script keeps it until you buy.
      </p>
      <Script code={writeLandingCode(["click_id"])} />
    </>
  );
}

interface ThanksProps extends ShopProps {
  /** Origin of the ad service. */
  ads: string;
}

/** Page after the order, which reports it. */
export function ThanksPage({ brand, ads }: ThanksProps) {
  const report = `${ads}/dashboard/?by=campaign_id&period=today&metrics=base.impressions,base.clicks,base.cost,goals.g1,goals.ecpa1`;
  return (
    <Shop brand={brand} title={`Thank you, ${brand.name}`}>
      <p>{brand.name} says</p>
      <h1>Thanks!</h1>
      <p>
        No shoe will come. If a click on an ad brought you here, this page has just reported an order with its
        click id. It counts once, however often you reload.
      </p>
      <p>
        <a href={report}>See it in the report</a>: sign in as <code>advertiser</code> with the password{" "}
        <code>longshore</code>.
      </p>
      <p>
        <a href="/">Back to Longshore</a>
      </p>
      <Script code={writeThanksCode(new URL(ads), ORDER_GOAL)} />
    </Shop>
  );
}

function Shop({ brand, title, children }: ShopProps & { title: string; children: ComponentChildren }) {
  return (
    <html lang="en" class="shop" style={{ "--ground": brand.ground, "--brand-ink": brand.ink }}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <link rel="preload" as="font" type="font/woff2" href="/fonts/upright.woff2" crossorigin="anonymous" />
        <link rel="stylesheet" href="/assets/site.css" />
      </head>
      <body>
        <main>{children}</main>
      </body>
    </html>
  );
}

/** Code as docs/advertisers.md and the dashboard give it to advertisers. */
function Script({ code }: { code: string }) {
  return <div hidden dangerouslySetInnerHTML={{ __html: code }} />;
}

function Hills() {
  return (
    <svg viewBox="0 0 320 240" aria-hidden="true">
      <rect width="320" height="240" fill="#ffc27d" />
      <circle cx="228" cy="92" r="44" fill="#ffe3b5" />
      <path fill="#e0562b" d="M0 132C40 96 84 150 132 122s86-34 116-6 52 10 72-8v132H0Z" />
      <path fill="#b23a24" d="M0 172c48-30 92 14 140-8s92-18 124 4 40 6 56 2v70H0Z" />
      <path fill="#5c1f2b" d="M0 206c52-22 104 10 156-6s112-8 164 8v32H0Z" />
    </svg>
  );
}
