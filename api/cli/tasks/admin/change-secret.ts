/** Replaces the secret. */
import {
  changeSecret as changeIn,
  SecretChangeRefused,
  secretIds,
} from "../../../../events/store/secrets.ts";
import type { Environment } from "../../../config/env.ts";
import { type Identity, makeIdentity } from "../../../config/identities.ts";
import { addIdentity } from "../../../config/secret-file.ts";
import { configuredIdentities } from "../../../config/secrets.ts";
import { lockFolder } from "../../../node/data-folder.ts";
import { onData } from "../command.ts";
import { now, type Opened } from "../open-data.ts";
import { flag } from "../options.ts";
import { confirm, TaskError } from "../task.ts";

const stopFirst = "Stop the service first, on every machine. Nothing was changed.";

export const changeSecret = onData({
  summary: "replace the secret, with the service stopped",
  help: `Replace the secret by a new one, for example when a person who knows it leaves.

  npm run admin -- change-secret
  npm run admin -- change-secret --yes

Stop the service first, on every machine. The new secret is added to the file of SECRET_FILE, below
the current one. Then everyone's keys are encrypted with it, in one step. If the command is
interrupted, the old secret is in use or the new one: start the service, or run this again.

Then staff print the new secret, under Program. Keep the old one until doctor no longer
lists it, because older backups need it. If SECRET is set instead of a file, first add a line with a
new secret to it, such as age-keygen prints.`,
  options: { yes: flag },
  async run(data, { yes }) {
    const { environment, database, secrets } = data;
    await confirm("Replace the secret? Backups from now on need the new one.", yes);
    if (!await lockFolder(environment.dataDir)) throw new TaskError(stopFirst);
    const next = await nextIdentity(environment, data);
    try {
      const { kek: from, claimKey } = secrets;
      await changeIn(database, { from, to: next.kek, claimKey, now: now() });
    } catch (error) {
      if (error instanceof SecretChangeRefused) throw new TaskError(stopFirst);
      throw error;
    }
    return `The secret is changed. Start the service, then print the new secret, under Program.
Keep the old one, too, until "npm run admin -- doctor" no longer lists it: older backups need it.`;
  },
});

/** Flushes the new secret to disk before anything needs it. */
async function nextIdentity(
  environment: Environment,
  { database, secrets }: Pick<Opened, "database" | "secrets">,
): Promise<Identity> {
  const { secret, secretFile } = environment;
  if (secret === undefined) {
    const made = await makeIdentity();
    await addIdentity(secretFile, made.identity).catch((error) => {
      const { code = "" } = error as { code?: string };
      if (!["EACCES", "EPERM", "EROFS", "EBUSY"].includes(code)) throw error;
      throw new TaskError(
        `SECRET_FILE: this user may not write ${secretFile}, or a new file beside it. Nothing was changed.`,
      );
    });
    return made;
  }
  const all = await configuredIdentities(environment);
  const known = await secretIds(database);
  const current = all.findIndex(({ identity }) => identity === secrets.identity);
  const next = all.slice(current + 1).findLast(({ keyId }) => !known.has(keyId));
  if (next !== undefined) return next;
  throw new TaskError(
    "SECRET is set, and this command can't change it. Add a line with a new secret at its end, such as " +
      "age-keygen prints, on every machine. Then run this again. Nothing was changed.",
  );
}
