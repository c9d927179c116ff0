import { EnvironmentError } from "./environment-error.ts";
import type { Environment } from "./env.ts";
import { identitiesIn, type Identity, NotAnIdentity } from "./identities.ts";
import { makeSecretFile, readIdentities } from "./secret-file.ts";
import type { Database } from "../../events/store/database.ts";
import { secretInUse, startSecret } from "../../events/store/secrets.ts";

/** Keys derived from the program's secret. */
export interface Secrets extends Omit<Identity, "keyId"> {
  /** Marks usernames and email addresses as taken, and signs links. A new secret doesn't change it. */
  readonly claimKey: Uint8Array;
  /** Files that this start created, for a warning. */
  readonly made: readonly string[];
}

export interface SecretsOptions {
  readonly mayMake: boolean;
  /** Whether people's data is in the database. */
  readonly isFilled?: boolean;
}

/**
 * Loads the secret that the database names, from `SECRET` or the file. A first start creates it.
 * @throws {EnvironmentError} If it is missing, or none matches the data.
 */
export async function loadSecrets(
  environment: Environment,
  database: Database,
  { mayMake, isFilled = false }: SecretsOptions,
): Promise<Secrets> {
  const inUse = await secretInUse(database);
  const isNew = inUse === undefined && !isFilled;
  const { identities, made } = await identitiesOf(environment, { isNew, mayMake });
  const identity = isNew ? identities[0] : identities.find(({ keyId }) => keyId === inUse?.keyId);
  if (identity === undefined) {
    throw refusal(
      environment,
      `${whereOf(environment)} is another secret than ` +
        `the one that ${environment.database.url} was written with. Add the line of that one`,
    );
  }
  const { keyId: _, ...given } = identity;
  const claimKey = inUse?.openClaimKey(identity.kek) ??
    await startSecret(database, identity.kek, new Date());
  return { ...given, claimKey, made };
}

/**
 * All configured secrets, which older backups may need.
 * @throws {EnvironmentError} If there is none.
 */
export async function configuredIdentities(environment: Environment): Promise<readonly Identity[]> {
  return (await identitiesOf(environment, { isNew: false, mayMake: false })).identities;
}

async function identitiesOf(
  environment: Environment,
  { isNew, mayMake }: { readonly isNew: boolean; readonly mayMake: boolean },
): Promise<{ readonly identities: readonly Identity[]; readonly made: readonly string[] }> {
  const { secret, secretFile: path, database } = environment;
  if (secret !== undefined) return { identities: await identitiesIn(secret), made: [] };
  try {
    const found = await readIdentities(path);
    if (found !== undefined) return { identities: found, made: [] };
    if (!isNew) {
      throw refusal(
        environment,
        `${path} is missing, but ${database.url} was written with it. Put your copy of the secret there, ` +
          "or set SECRET",
      );
    }
    if (!mayMake) {
      throw refusal(environment, `${path} is missing. The service makes it when it first starts`);
    }
    // The second of two simultaneous first starts reads the secret of the first.
    const isMade = await makeSecretFile(path);
    return { identities: await readIdentities(path) ?? [], made: isMade ? [path] : [] };
  } catch (error) {
    if (error instanceof NotAnIdentity) throw refusal(environment, `in ${path}, ${error.message}`);
    const { code = "" } = error as { code?: string };
    // Another kind of file, such as a folder that a container mount created.
    if (["EISDIR", "ENOTDIR", "ELOOP"].includes(code)) {
      throw refusal(
        environment,
        `${path} isn't a file. Remove what's there and put your copy of the secret there`,
      );
    }
    if (!["EACCES", "EPERM", "EROFS"].includes(code)) throw error;
    throw refusal(
      environment,
      `this user may not read ${path}, or not write to its folder. Make it their owner`,
    );
  }
}

function whereOf({ secret, secretFile }: Environment): string {
  return secret === undefined ? `in ${secretFile}` : "it";
}

function refusal({ secret }: Environment, problem: string): EnvironmentError {
  return new EnvironmentError([`${secret === undefined ? "SECRET_FILE" : "SECRET"}: ${problem}`]);
}
