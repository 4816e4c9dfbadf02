import type { Names } from "./names.ts";
import type { AskReport } from "./queries.ts";
import type { Moment } from "./requests.ts";
import type { View } from "./view.ts";

/** Properties shared by all parts of the statistics page. */
export interface Page {
  view: View;
  moment: Moment;
  ask: AskReport;
  names: Names;
  /** Changes the view. */
  set(changes: Partial<View>): void;
  go(view: View): void;
}
