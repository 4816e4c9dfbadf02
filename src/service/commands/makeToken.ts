/** `make-token`: prints a new API token, and its digest for the catalogue. */
import { randomBytes } from "node:crypto";
import { Command } from "commander";
import { hashToken } from "../signing/passwords.ts";

export function makeTokenCommand(): Command {
  return new Command("make-token")
    .description("create an API token, and print it with its catalogue entry")
    .action(() => {
      const token = randomBytes(24).toString("base64url");
      console.log(`token:     ${token}\ncatalogue: ${hashToken(token)}`);
    });
}
