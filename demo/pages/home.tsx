import type { Article } from "./article.tsx";
import { Zone } from "./zone.tsx";

export function HomePage({ articles }: { articles: Article[] }) {
  const [cover, ...rest] = articles;
  return (
    <div class="front">
      <h1 class="hidden">Longshore, issue 27</h1>
      {cover && <Teaser article={cover} cover />}
      <div class="more">
        {rest.map((article) => (
          <Teaser article={article} />
        ))}
        <Zone id={103} size="300x250" keywords="coffee, breakfast" />
      </div>
    </div>
  );
}

function Teaser({ article, cover = false }: { article: Article; cover?: boolean }) {
  const { path, section, title, standfirst, author, picture } = article;
  return (
    <a class={cover ? "teaser cover" : "teaser"} href={path}>
      <img src={`/assets/${picture.file}`} alt="" width={1200} height={675} />
      <div>
        <p class="kicker">{section}</p>
        <h2>{title}</h2>
        <p class="standfirst">{standfirst}</p>
        <p class="byline">
          By <b>{author}</b>
        </p>
      </div>
    </a>
  );
}
