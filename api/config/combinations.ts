/** Finds variables that are valid alone and wrong together. */
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
  return isServer(set.DATABASE_URL) && set.SECRET === undefined && set.SECRET_FILE === undefined
    ? ["SECRET_FILE: must be set with a libSQL server, since every node needs the same one"]
    : [];
}
