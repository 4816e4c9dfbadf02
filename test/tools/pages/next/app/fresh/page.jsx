import { FreshZone } from "../freshZone.jsx";

export default function Fresh() {
  return (
    <main>
      <h1>fresh</h1>
      <FreshZone zone={200} size="300x250" />
    </main>
  );
}
