/** `account currency ID CODE`: changes the currency of an account, even after money was counted. */
import { createInterface } from "node:readline/promises";
import { Command, InvalidArgumentError } from "commander";
import { escapeControls } from "../../protocol/visibleText.ts";
import { CatalogueError } from "../catalogue/catalogue.ts";
import { isCurrency } from "../catalogue/currencies.ts";
import { addPasswordFiles } from "../passwordFile.ts";
import { askForCatalogue, forPlace, type PlaceOptions } from "./catalogue.ts";

interface CurrencyOptions extends PlaceOptions {
  confirm?: string;
}

export function accountCommand(): Command {
  return addPasswordFiles(new Command("account"))
    .description("manage accounts of the live catalogue")
    .addCommand(
      forPlace("currency")
        .description("change the currency of an account; amounts counted so far keep their numbers")
        .argument("<id>", "id of the account")
        .argument("<code>", "ISO 4217 code, such as EUR", parseCurrency)
        .option("--confirm <code>", "confirm the change by repeating the code, instead of being asked")
        .action(changeCurrency),
    );
}

function parseCurrency(code: string): string {
  if (isCurrency(code)) return code;
  throw new InvalidArgumentError("Expected a code of ISO 4217, such as EUR.");
}

async function changeCurrency(id: string, code: string, options: CurrencyOptions): Promise<void> {
  const { document, sequence } = await askForCatalogue(options, { action: "export" });
  const account = document.accounts.find((one) => String(one.id) === id);
  if (!account) throw new Error(`There is no account ${id}.`);
  const { currency = "USD", name } = account;
  const title = `Account ${id} (${escapeControls(String(name))})`;
  if (currency === code) return console.log(`${title} already has the currency ${code}.`);
  console.log(`${title}: ${currency} becomes ${code}.`);
  console.log(
    `Nothing is converted: amounts counted so far keep their numbers and are shown in ${code}. Budgets and prices keep theirs, too.`,
  );
  const answer = options.confirm ?? (await ask(`Type ${code} to confirm: `));
  if (answer !== code) throw new Error("The code was not repeated. Nothing was changed.");
  const accounts = document.accounts.map((one) => (one === account ? { ...one, currency: code } : one));
  const value = { ...document, accounts };
  const request = { action: "apply", value, isDryRun: false, sequence } as const;
  const { problems } = await askForCatalogue(options, request);
  if (problems.length > 0) throw new CatalogueError(problems);
  console.log(`${title} has the currency ${code}.`);
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}
