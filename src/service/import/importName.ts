/** Names of imports. */

export const IMPORT_NAME_RULE = "1 to 4096 characters without control characters";

/** Whether a name is valid. Control characters would act on the terminals that list names. */
export function isImportName(name: string): boolean {
  return /^\P{Cc}{1,4096}$/u.test(name);
}
