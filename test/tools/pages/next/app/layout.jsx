import Link from "next/link";
import { Zone } from "zonetag/react";

export default function RootLayout({ children }) {
  return (
    <html lang="en">
      <head>
        <script async src="/zonetag.js" data-endpoint={process.env.ENDPOINT} />
      </head>
      <body>
        <Zone zone={100} size="728x90" />
        <nav>
          {["1", "2", "3", "4", "5", "fresh"].map((page) => (
            <Link key={page} href={`/${page}`}>
              to {page}
            </Link>
          ))}
        </nav>
        {children}
      </body>
    </html>
  );
}
