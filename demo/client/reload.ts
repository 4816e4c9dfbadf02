/** During development: reloads the page when the demo's server came back. */
const live = new EventSource("/live");
let lost = false;
live.onerror = () => {
  lost = true;
};
live.onopen = () => {
  if (lost) location.reload();
};
