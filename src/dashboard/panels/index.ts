/** What buttons open, loaded on demand. */
export { exportTable } from "./exportTable.ts";
export { FilterValues } from "./FilterValues.tsx";
export { GroupingMenu } from "./GroupingMenu.tsx";
export { MetricChoices } from "./MetricChoices.tsx";
export { PeriodPanel } from "./PeriodPanel.tsx";
export { SavedViewsPanel } from "./SavedViewsPanel.tsx";
export { SettingsPanel } from "./SettingsPanel.tsx";
export { SharePanel } from "./SharePanel.tsx";
