/**
 * Deno permissions of the service: as little as its configuration needs, and what V8 may take. Prints the options of
 * `deno run`; the task `serve` starts the service with them.
 *
 * @module
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { continuousFolders } from "./continuous-backup.ts";
import { type Environment, readEnvironment, readVariables } from "./env.ts";
import { ledgerPaths } from "../erasure/ledger.ts";
import { EnvironmentError } from "./environment-error.ts";
import { databaseFiles } from "../node/private-files.ts";
import { secretNames } from "./secret-files.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Packages with native parts, below `node_modules`. Through them all of the C library can be called. */
const natives = ["@libsql", "@node-rs", "@img", "sharp"];
/**
 * What packages ask for when they load: which build of a native part fits, how many threads. And what
 * this product asks for: to have what hashes passwords come after readers, how much room there is, and to have
 * files that are its own alone. `node:https`, by which S3 is spoken, looks up certificates of authorities.
 */
const system = [
  "ca",
  "cpus",
  "homedir",
  "hostname",
  "networkInterfaces",
  "osRelease",
  "setPriority",
  "statfs",
  "umask",
  "uid",
];

/** Room for young objects: with V8's own 16 MB a start at 10,000 profiles takes 60 MB more, and a page 5 % less time. */
const youngObjects = "--v8-flags=--max-semi-space-size=4";

if (import.meta.main) console.log(permissionsOf().join(" "));

/**
 * Options for a configuration. With one that is wrong, enough for the service to say so.
 *
 * @param given The variables, before they are checked; without them, those of this process.
 */
export function permissionsOf(given?: Readonly<Record<string, string | undefined>>): string[] {
  const reading = ["--no-prompt", "--no-remote", "--allow-env", "--allow-net", youngObjects];
  let environment: Environment;
  let values: Readonly<Record<string, string | undefined>>;
  try {
    values = given ?? readVariables();
    environment = readEnvironment(values);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return [...reading, "--allow-read", `--allow-sys=${system}`, `--allow-ffi=${nativeFolders()}`];
  }
  const places = placesOf(environment);
  const files = [...secretNames.map((name) => `${name}_FILE`), "SYNONYMS_FILE", "LOGO_FILE"]
    .flatMap((name) => values[name] || []);
  return [
    ...reading,
    `--allow-sys=${system}`,
    `--allow-ffi=${nativeFolders()}`,
    `--allow-read=${paths([root, ...places, ...files])}`,
    `--allow-write=${paths(places)}`,
  ];
}

/**
 * Folders that the service writes to. The native driver opens database files itself; here they are only
 * closed to other users.
 */
function placesOf(environment: Environment): string[] {
  const { dataDir, headsDir, erasureLedger } = environment;
  // Beside the data folder it is that file alone.
  const ledger = erasureLedger === undefined
    ? ledgerPaths(environment).slice(1)
    : [dirname(erasureLedger)];
  const apart = databaseFiles(environment).filter((path) => dirname(path) !== dataDir);
  const heads = dirname(headsDir) === dataDir ? [] : [headsDir];
  return [dataDir, ...heads, ...ledger, ...apart, ...continuousFolders(environment)];
}

function nativeFolders(): string {
  return paths(natives.map((name) => join(root, "node_modules", name)));
}

/** A space or a comma would end a path here: then it is the folder above that is allowed. */
function paths(all: readonly string[]): string {
  return [...new Set(all.map((path) => /[\s,]/.test(path) ? widened(path) : path))].join();
}

function widened(path: string): string {
  const above = dirname(path);
  return /[\s,]/.test(above) ? widened(above) : above;
}
