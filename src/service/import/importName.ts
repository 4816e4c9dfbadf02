/** Names of imports. */
import { hasControls } from "../../protocol/visibleText.ts";

/** Whether the name of a new import is valid. Control characters would act on the terminals that list names. */
export function isImportName(name: string): boolean {
  return /^.{1,4096}$/su.test(name) && !hasControls(name);
}
