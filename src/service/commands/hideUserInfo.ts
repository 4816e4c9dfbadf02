/** Removes user and password from refused addresses, which Commander repeats in its messages. */
import type { Command } from "commander";

/** Applies to the command and its subcommands. */
export function hideUserInfo(command: Command): void {
  command.configureOutput({ outputError: (text, write) => write(removeUserInfo(text)) });
  for (const each of command.commands) hideUserInfo(each);
}

/** A refused address may have any character in its password, so everything up to the last @ is removed. */
function removeUserInfo(text: string): string {
  return text.replace(/ (argument|value) '.*@(?=[^@]*'(?: from env '\w+')? is invalid\.)/s, " $1 '…@");
}
