/** Checks of variables that are valid by themselves and wrong together. */
import { isPublicOrigin } from "./loopback.ts";
import type { Variables } from "./variables.ts";

export function combinationProblems(set: Variables): string[] {
  return [
    ...(set.APP_ENV === "production" ? productionProblems(set) : []),
    ...databaseProblems(set),
    ...secretProblems(set),
    ...(set.PORT !== 0 && set.PORT === set.METRICS_PORT
      ? [`METRICS_PORT: must differ from PORT, which is ${set.PORT}`]
      : []),
  ];
}

export function combinationWarnings(set: Variables): string[] {
  const isOpen = set.HOST === "0.0.0.0" || set.HOST === "::";
  return [
    ...(isServer(set.DATABASE_URL) && set.S3_BUCKET === undefined
      ? [
        "pictures are stored in DATA_DIR/objects. With several nodes, share that folder between them or set S3_BUCKET",
      ]
      : []),
    ...(isOpen && set.APP_ORIGIN === undefined
      ? [`HOST is ${set.HOST}, but APP_ORIGIN is not set, so forms work only on this machine`]
      : []),
  ];
}

export const isServer = (url: string | undefined) => url !== undefined && !url.startsWith("file:");

function productionProblems(set: Variables): string[] {
  return isPublicOrigin(set.APP_ORIGIN) && set.APP_ORIGIN.startsWith("http:")
    ? ["APP_ORIGIN: must be https unless it is this machine"]
    : [];
}

function databaseProblems(set: Variables): string[] {
  return set.DATABASE_AUTH_TOKEN !== undefined && !isServer(set.DATABASE_URL)
    ? ["DATABASE_AUTH_TOKEN: is for a libSQL server, which DATABASE_URL does not name"]
    : [];
}

function secretProblems(set: Variables): string[] {
  const reason = isServer(set.DATABASE_URL)
    ? "with a libSQL server, since every node needs the same one"
    : set.APP_ENV === "production" && isPublicOrigin(set.APP_ORIGIN)
    ? "on a public origin, so that the secret is kept and backed up on purpose"
    : undefined;
  const missing = (["KEK", "CLAIM_KEY"] as const)
    .filter((name) => reason !== undefined && set[name] === undefined)
    .map((name) => `${name}_FILE: must be set ${reason}`);
  const same = ([["CLAIM_KEY", "KEK"], ["KEK_PREVIOUS", "KEK"]] as const)
    .filter(([name, other]) => areSame(set[name], set[other]))
    .map(([name, other]) => `${name}: must be a different secret from ${other}`);
  return [...missing, ...same];
}

function areSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one !== undefined && other !== undefined && one.join() === other.join();
}
