import type { ComponentChildren } from "preact";
import { RAIL } from "./media.ts";
import { Zone } from "./zone.tsx";

export interface Article {
  path: string;
  section: string;
  title: string;
  standfirst: string;
  author: string;
  minutes: number;
  picture: { file: string; alt: string; caption: string };
  body: ComponentChildren;
}

export function ArticlePage({ article, others }: { article: Article; others: Article[] }) {
  return (
    <div class="spread">
      <div class="rail left">
        <Zone id={104} size="160x600" media={RAIL} slot="on-rail" />
      </div>
      <article>
        <Opening {...article} />
        <div class="prose">{article.body}</div>
        <Zone id={999} size="320x50" slot="unknown" />
      </article>
      <div class="rail right">
        <Zone id={103} size="300x250" keywords="coffee, breakfast" />
        <Zone id={106} size="300x250" keywords="membership" slot="house">
          <Subscribe />
        </Zone>
        <ReadNext articles={others} />
      </div>
    </div>
  );
}

function Opening({ section, title, standfirst, author, minutes, picture }: Article) {
  return (
    <header class="opening">
      <p class="kicker">{section}</p>
      <h1>{title}</h1>
      <p class="standfirst">{standfirst}</p>
      <p class="byline">
        By <b>{author}</b> · {minutes} minutes
      </p>
      <figure>
        <img src={`/assets/${picture.file}`} alt={picture.alt} width={1200} height={675} />
        <figcaption>{picture.caption}</figcaption>
      </figure>
    </header>
  );
}

/** Fallback content, shown unless an ad replaces it. */
function Subscribe() {
  return (
    <a class="subscribe" href="/">
      <span class="issue">Issue 27 · Winter</span>
      <strong>Four times a year, on paper, by post.</strong>
      <span>Longshore has no owner but its readers. Join 4,180 of them.</span>
      <span class="button">Subscribe</span>
    </a>
  );
}

function ReadNext({ articles }: { articles: Article[] }) {
  return (
    <nav class="next" aria-label="Read next">
      <h2>Read next</h2>
      {articles.map(({ path, section, title, picture }) => (
        <a href={path}>
          <img src={`/assets/${picture.file}`} alt="" width={96} height={72} loading="lazy" />
          <span>
            <span class="kicker">{section}</span>
            {title}
          </span>
        </a>
      ))}
    </nav>
  );
}
