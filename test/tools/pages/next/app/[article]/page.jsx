import { Zone } from "zonetag/react";

export const generateStaticParams = () => ["1", "2", "3", "4", "5"].map((article) => ({ article }));

export default async function Article({ params }) {
  const { article } = await params;
  return (
    <main>
      <h1>{article}</h1>
      <Zone zone={article} size="300x250" />
    </main>
  );
}
