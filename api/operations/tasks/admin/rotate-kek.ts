import { kekIdOf } from "../../../../events/vault/keys.ts";
import { defineCommand } from "../command.ts";
import { openData } from "../opened.ts";
import { createProgress, TaskError } from "../task.ts";

export const rotateKek = defineCommand({
  summary: "wrap every member's key under a new KEK",
  help: `Wrap every member's key under the new key-encryption key. Both have to be set:
KEK (or KEK_FILE) to the new one, KEK_PREVIOUS (or KEK_PREVIOUS_FILE) to the one before.

  npm run admin -- rotate-kek
  npm run admin -- rotate-kek --check     once every node runs without KEK_PREVIOUS: say whether
                                          all keys are wrapped under KEK, and its id

The service can keep running, and interrupted it can be run again. For no one to notice, every node
first runs with KEK_PREVIOUS set to the new key, so that it can read it; then with both swapped, as
above; and after this command without KEK_PREVIOUS. The old key can be destroyed once no copy of the
vault from before is left: such a copy still needs it.`,
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
        `All keys are wrapped under the key-encryption key ${kekIdOf(secrets.kek)}.`,
      );
    }
    if (environment.previousKek === undefined) {
      throw new TaskError("KEK_PREVIOUS: set it to the key-encryption key that KEK replaces");
    }
    const progress = createProgress("Keys", undefined);
    const count = await vault.keys.rewrap(progress.report);
    progress.end();
    close();
    console.log(
      `Wrapped ${count} keys. Once every node runs without KEK_PREVIOUS, --check says whether it can go.`,
    );
  },
});
