/** During development: reloads the page when the demo's server has restarted. */
const live = new EventSource("/live");
let lost = false;
live.onerror = () => {
  lost = true;
};
live.onopen = () => {
  if (lost) location.reload();
};
