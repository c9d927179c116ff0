import { kekIdOf } from "../../../../events/vault/keys.ts";
import { defineCommand } from "../command.ts";
import { openData } from "../opened.ts";
import { createProgress, TaskError } from "../task.ts";

export const rotateKek = defineCommand({
  summary: "encrypt every member's key with a new KEK",
  help: `Encrypt every member's key with a new key-encryption key. Set both before:
KEK (or KEK_FILE) to the new key, KEK_PREVIOUS (or KEK_PREVIOUS_FILE) to the old one.

  npm run admin -- rotate-kek
  npm run admin -- rotate-kek --check     when no node has KEK_PREVIOUS anymore: say whether all
                                          keys are encrypted with KEK, and its id

The service can keep running, and you can run this again if it's interrupted. To do it without an
outage: first start every node with KEK_PREVIOUS set to the new key, so that it can read it. Then
start every node with both swapped, and run this command. Then start every node without
KEK_PREVIOUS. Vault backups from before still need the old key: keep it as long as you keep them.`,
  options: { check: { type: "boolean" } },
  async run({ check }) {
    const { environment, secrets, vault, close } = await openData();
    if (check) {
      close();
      if (environment.previousKek !== undefined) {
        throw new TaskError("KEK_PREVIOUS is still set: remove it, and restart every node first");
      }
      // Opening the vault has failed already if another one wraps some of them.
      return console.log(
        `All keys are encrypted with the key-encryption key ${kekIdOf(secrets.kek)}.`,
      );
    }
    if (environment.previousKek === undefined) {
      throw new TaskError("Set KEK_PREVIOUS to the key that KEK replaces");
    }
    const progress = createProgress("Keys", undefined);
    const count = await vault.keys.rewrap(progress.report);
    progress.end();
    close();
    console.log(
      `Encrypted ${count} keys with the new key. Remove KEK_PREVIOUS from every node, then run this with --check.`,
    );
  },
});
