/** Where a click on a banner of the demo lands. */
export function ShopPage({ name }: { name: string }) {
  return (
    <div class="shop">
      <p class="kicker">A shop that does not exist</p>
      <h1>{name}</h1>
      <p class="standfirst">
        You came here by a click that the ad service counted before it sent you on. The address of this page
        is the one stored with the campaign; nothing in the click’s own address can change it.
      </p>
      <p>
        <a href="/">Back to Longshore</a>
      </p>
    </div>
  );
}
