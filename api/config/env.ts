/** The configuration of this process, read from the environment once at the start. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { readEnvFile } from "./env-file.ts";
import { EnvironmentError } from "./environment-error.ts";
import { readSmtp } from "../mail/setup/smtp-url.ts";
import { defaultBrand } from "./brand.ts";
import { backupProblems, backupSettings } from "../backup/settings.ts";
import { objectStoreProblems, s3Settings } from "../objects/settings.ts";
import { unknownVariables } from "./unknown-variables.ts";
import { withSecretsFromFiles } from "./secret-files.ts";
import { combinationProblems, combinationWarnings, isServer } from "./combinations.ts";
import { meilisearchSettings, searchProblems } from "../search/settings.ts";
import { secretNames, variableNames, variables } from "./variables.ts";

interface DatabaseAddress {
  readonly url: string;
  readonly authToken?: string;
}

export type Environment = ReturnType<typeof parseEnvironment>;

/** Value of `CADRE_CODE` that lets anyone choose the cadre role, without a code. */
const noCadreCode = "none";

type Values = Readonly<Record<string, string | undefined>>;

/**
 * Variables of this process, and of `.env` in the working folder.
 * @throws {EnvironmentError} If docker compose would read that file differently.
 */
export function readVariables(): Values {
  return { ...readEnvFile(), ...process.env };
}

/** @throws {EnvironmentError} With all problems at once. */
export function readEnvironment(values: Values = readVariables()): Environment {
  return parseEnvironment(values, (path) => readFileSync(path, "utf8"));
}

/**
 * @param values As the process has them; an empty value counts as not set.
 * @param readFile Reads the file that a `_FILE` variable names.
 * @throws {EnvironmentError} With all problems at once.
 */
export function parseEnvironment(
  values: Values,
  readFile: (path: string) => string,
) {
  const problems: string[] = [];
  const given = withSecretsFromFiles(values, secretNames, readFile, problems);
  const set = parseEach(given, problems);
  const smtp = readSmtp(set, problems);
  problems.push(
    ...combinationProblems(set),
    ...objectStoreProblems(set),
    ...backupProblems(set),
    ...searchProblems(set),
  );
  // Read by Deno itself, before anything of ours runs.
  if (/^(true|1)$/i.test(given.OTEL_DENO ?? "")) {
    problems.push("OTEL_DENO: leave it out, spans have addresses with what people search for");
  }
  if (problems.length > 0) throw new EnvironmentError(firstOfEach(problems));
  const known = [...variableNames, ...secretNames.map((name) => `${name}_FILE`)];
  const database: DatabaseAddress = {
    url: set.DATABASE_URL ??
      `file:${set.DATA_DIR.split("/").map(encodeURIComponent).join("/")}/alumni.db`,
    ...set.DATABASE_AUTH_TOKEN !== undefined && { authToken: set.DATABASE_AUTH_TOKEN },
  };
  return {
    warnings: [...unknownVariables(Object.keys(given), known), ...combinationWarnings(set)],
    appEnv: set.APP_ENV,
    host: set.HOST,
    port: set.PORT,
    metrics: set.METRICS_PORT === undefined
      ? undefined
      : { hostname: set.METRICS_HOST, port: set.METRICS_PORT },
    // A proxy checks each node every two seconds, and waits as long for the answer.
    drainMs: isServer(set.DATABASE_URL) ? 5000 : 0,
    dataDir: set.DATA_DIR,
    backups: backupSettings(set),
    appOrigin: set.APP_ORIGIN,
    database,
    /** Lines of an identity file; instead of the file. */
    secret: set.SECRET,
    secretFile: set.SECRET_FILE ?? join(set.DATA_DIR, "secrets", "secret"),
    cadreCode: set.CADRE_CODE === noCadreCode ? undefined : set.CADRE_CODE,
    trustedProxies: set.TRUSTED_PROXY,
    smtp,
    mailFrom: set.MAIL_FROM ?? defaultBrand.supportEmail,
    s3: s3Settings(set),
    meilisearch: meilisearchSettings(set),
  };
}

/** Parses all variables. A wrong one counts as not set, so that all problems are found at once. */
function parseEach(given: Readonly<Record<string, string>>, problems: string[]) {
  const parsed = variables.safeParse(given);
  if (parsed.success) return parsed.data;
  const wrong = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  problems.push(
    ...parsed.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      return `${given[`${name}_FILE`] === undefined ? name : `${name}_FILE`}: ${message}`;
    }),
  );
  return variables.parse(
    Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))),
  );
}

function firstOfEach(problems: readonly string[]): string[] {
  const nameOf = (problem: string) => /^\w+/.exec(problem)?.[0].replace(/_FILE$/, "");
  return problems.filter((problem, index) =>
    problems.findIndex((other) => nameOf(other) === nameOf(problem)) === index
  );
}
