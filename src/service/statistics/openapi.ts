export function openApi(): object {
  return {};
}
