/**
 * Deno permissions and V8 options of the service, as few as its configuration needs. `start.sh`
 * starts the service with the options that this prints, each quoted for the shell.
 */
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Environment, readEnvironment, readVariables } from "./env.ts";
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

if (import.meta.main) {
  try {
    console.log(permissionsOf(readVariables(), Deno.args).map(quoted).join(" "));
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    console.error(error.message);
    Deno.exit(1);
  }
}

/**
 * @param values The variables, unchecked.
 * @param folders Others to read and write, such as that of the drawing process's socket.
 * @throws {EnvironmentError} For a wrong configuration.
 */
export function permissionsOf(
  values: Readonly<Record<string, string | undefined>>,
  folders: readonly string[] = [],
): string[] {
  const environment = readEnvironment(values);
  const places = [...placesOf(environment), ...folders];
  const files = secretNames.flatMap((name) => values[`${name}_FILE`] || []);
  return [
    ...["--no-prompt", "--no-remote", "--allow-env", "--allow-net", youngObjects],
    `--allow-sys=${system}`,
    `--allow-ffi=${nativeFolders()}`,
    `--allow-read=${paths([root, ...places, ...files])}`,
    `--allow-write=${paths(places)}`,
  ];
}

/** Folders that the service writes to. SQLite needs no permission, but `chmod` does. */
function placesOf(environment: Environment): string[] {
  const { dataDir, backups, secret, secretFile } = environment;
  const folders = backups.place === "folder" ? [backups.folder] : [];
  // A restore makes a folder beside the database, and replaces its file.
  const apart = databaseFiles(environment).map((path) => dirname(path))
    .filter((folder) => folder !== dataDir);
  // A first start creates the file, and a restore adds to it by renaming a second file.
  const secrets = secret === undefined && !isWithin(dataDir, secretFile)
    ? [dirname(secretFile)]
    : [];
  return [dataDir, ...folders, ...apart, ...secrets];
}

function isWithin(folder: string, path: string): boolean {
  return resolve(path).startsWith(`${resolve(folder)}/`);
}

function nativeFolders(): string {
  return paths(natives.map((name) => join(root, "node_modules", name)));
}

/** Deno ends a path at a comma, and reads two as one within a path. */
function paths(all: readonly string[]): string {
  return [...new Set(all.map((path) => path.replaceAll(",", ",,")))].join();
}

/** Quotes any text as one word of a shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
