/**
 * Deno permissions and V8 options of the service, as few as its configuration needs. The task
 * `serve` starts the service with the options that this prints.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { continuousFolders } from "./continuous-backup.ts";
import { type Environment, readEnvironment, readVariables } from "./env.ts";
import { ledgerPaths } from "../erasure/ledger.ts";
import { EnvironmentError } from "./environment-error.ts";
import { databaseFiles } from "../node/private-files.ts";
import { secretNames } from "./variables.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Packages with native code, below `node_modules`. Through them, all of the C library can be called. */
const natives = ["@libsql", "@node-rs", "@img", "sharp"];
/**
 * System information that packages read as they load, and that the product needs: priority of
 * hashing, free disk space, private files, and certificate authorities for S3.
 */
const system = [
  "ca",
  "cpus",
  "getPriority",
  "homedir",
  "hostname",
  "networkInterfaces",
  "osRelease",
  "setPriority",
  "statfs",
  "umask",
  "uid",
];

/** Memory for new objects. V8's default of 16 MB takes 60 MB more at 10,000 profiles, and makes pages only 5 % faster. */
const youngObjects = "--v8-flags=--max-semi-space-size=4";

if (import.meta.main) console.log(permissionsOf(undefined, Deno.args).join(" "));

/**
 * Options for a configuration. For a wrong one, enough for the service to report the error.
 *
 * @param given The variables, unchecked; by default those of this process.
 * @param folders Others to read and write, such as that of the drawing process's socket.
 */
export function permissionsOf(
  given?: Readonly<Record<string, string | undefined>>,
  folders: readonly string[] = [],
): string[] {
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
  const places = [...placesOf(environment), ...folders];
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

/** Folders that the service writes to. SQLite needs no permission, but `chmod` does. */
function placesOf(environment: Environment): string[] {
  const { dataDir, headsDir, erasureLedger } = environment;
  // The default ledger is beside the data folder: only that file.
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

/** A space or a comma would end a path in the option: then the folder above is allowed. */
function paths(all: readonly string[]): string {
  return [...new Set(all.map((path) => /[\s,]/.test(path) ? widened(path) : path))].join();
}

function widened(path: string): string {
  const above = dirname(path);
  return /[\s,]/.test(above) ? widened(above) : above;
}
