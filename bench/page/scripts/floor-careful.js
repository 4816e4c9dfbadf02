// The floor, plus the requirements of a counted impression: the banner's image has loaded, and the ping outlives the
// page.
const { endpoint } = document.currentScript.dataset;
const slots = [...document.querySelectorAll("[data-zone-id]")];
const user = { ua: navigator.userAgent, language: "en-us", referer: location.href };
const zones = slots.map((slot) => ({ id: +slot.dataset.zoneId }));
fetch(endpoint, { method: "POST", body: JSON.stringify({ user, zones }) })
  .then((response) => response.json())
  .then((answer) => answer.zones.forEach(show));

function show({ data }, at) {
  const link = document.createElement("a");
  const image = document.createElement("img");
  image.onload = () => fetch(data.impression, { mode: "no-cors", keepalive: true });
  link.href = data.url;
  image.src = data.image;
  link.append(image);
  slots[at].append(link);
}
