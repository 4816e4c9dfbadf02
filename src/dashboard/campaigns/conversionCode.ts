/** Code and addresses by which an advertiser reports conversions, as in docs/advertisers.md. Pure. */

/** Stands for the click id in the address for other systems. */
const PLACEHOLDER = "CLICK_ID";

export function writePostback(base: URL, goal: number): string {
  return `${new URL("v1/conversion", base)}?click_id=${PLACEHOLDER}&goal=${goal}`;
}

/** Keeps the click id of the address. `parameters`: those of the landing pages that have it. */
export function writeLandingCode([first = "click_id", ...others]: readonly string[]): string {
  const read = [first, ...others].map((name) => `query.get(${quote(name)})`).join(" ?? ");
  return `<script>
{
  const query = new URLSearchParams(location.search);
  const clickId = ${read};
  if (clickId) sessionStorage.setItem("click_id", clickId);
}
</script>`;
}

export function writeThanksCode(base: URL, goal: number): string {
  const address = quote(`${new URL("v1/conversion", base)}?goal=${goal}&click_id=`);
  return `<script>
{
  const clickId = sessionStorage.getItem("click_id");
  const address = ${address};
  if (clickId) fetch(address + encodeURIComponent(clickId), { method: "POST", keepalive: true });
}
</script>`;
}

/** Writes a text for a script in HTML. */
function quote(text: string): string {
  return JSON.stringify(text).replaceAll("<", "\\u003c");
}
