/** Popovers, and what copies tables and explains metrics; loaded after the content of a page. */
import { copyTables } from "../ui/copyTables.ts";
import { startMetricHints } from "../ui/metricHints.ts";
import { ignoreRestOfClick } from "../ui/restOfClick.ts";

export { AccountSwitch } from "../account/AccountSwitch.tsx";
export { SettingsPopover } from "../account/SettingsPopover.tsx";
export { SwitchedElsewhere } from "../account/SwitchedElsewhere.tsx";
export { FilterValues } from "./controls/FilterValues.tsx";
export { PeriodPopover } from "./controls/PeriodPopover.tsx";
export { SavedViewsPopover } from "./controls/SavedViewsPopover.tsx";
export { SharePopover } from "./controls/SharePopover.tsx";
export { exportTable } from "./table/exportTable.ts";
export { GroupingMenu } from "./table/GroupingMenu.tsx";
export { MetricChoices } from "./table/MetricChoices.tsx";

addEventListener("copy", copyTables);
addEventListener("mousedown", ignoreRestOfClick, true);
addEventListener("click", ignoreRestOfClick, true);
// Every page with numbers loads this file or the management pages after them.
startMetricHints();
