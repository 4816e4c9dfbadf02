// Kevel's decision SDK used as in its README: one request for all placements, the markup of each decision, and its
// pixel fired by the client. Runs after the package's own browser file.
const { endpoint } = document.currentScript.dataset;
const { host, protocol } = new URL(endpoint);
const client = new AdzerkDecisionSdk.Client({
  networkId: 23,
  siteId: 667480,
  protocol: protocol.slice(0, -1),
  host,
});

const slots = [...document.querySelectorAll("[data-zone-id]")];
const placements = slots.map((slot) => ({
  divName: slot.id,
  adTypes: [5],
  zoneIds: [+slot.dataset.zoneId],
}));
client.decisions.get({ placements, user: { key: "abc" } }).then(({ decisions }) => {
  for (const slot of slots) {
    const [decision] = decisions[slot.id] ?? [];
    if (!decision?.contents) continue;
    slot.innerHTML = decision.contents[0].body;
    client.pixels.fire({ url: decision.impressionUrl });
  }
});
