/**
 * Reads docker-compose.yml like a container engine, for tests: merges its overlays, and inserts variables.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseDocument } from "yaml";

export interface Container {
  readonly image: string;
  readonly build?: string;
  readonly user: string;
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt: readonly string[];
  readonly restart: string;
  readonly profiles?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly cpus?: number;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, Container>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
}

/** Text of a file in the project's root. */
export function fileInRoot(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../../../${name}`, import.meta.url)), "utf8");
}

/** The overlays of docker-compose.yml. */
export const overlays = ["docker-compose.cluster.yml"] as const;

/**
 * @param variables As in `.env`. Missing ones have the file's default.
 * @param overlay Merged into docker-compose.yml, as with COMPOSE_FILE.
 */
export function readComposeFile(
  variables: Readonly<Record<string, string>> = {},
  overlay?: typeof overlays[number],
): ComposeFile {
  const put = (text: string): string => {
    // Replaces the innermost first, because a default may contain variables.
    const after = text.replace(
      /(?<!\$)\$\{(\w+)(?:(:?)-([^{}]*))?\}/,
      (_, name: string, orEmpty: string | undefined, otherwise = "") => {
        const value = orEmpty === "" ? variables[name] : variables[name] || undefined;
        // A variable's value isn't replaced again.
        return value?.replaceAll("$", "\0") ?? otherwise;
      },
    );
    return after === text ? text.replaceAll("$$", "$").replaceAll("\0", "$") : put(after);
  };
  // The files only use `${NAME:-default}`, `${NAME-default}` and `$$`.
  const reviver = (_: unknown, value: unknown) => typeof value === "string" ? put(value) : value;
  const read = (name: string) => parseDocument(fileInRoot(name), { merge: true }).toJS({ reviver });
  const base = read("docker-compose.yml");
  if (overlay === undefined) return base as ComposeFile;
  const over = read(overlay);
  for (const [name, { extends: other, ...own }] of Object.entries<Extending>(over.services)) {
    if (other !== undefined) over.services[name] = merged("", base.services[other.service], own);
  }
  return merged("", base, over) as ComposeFile;
}

/** A service that extends another one of docker-compose.yml. */
interface Extending {
  readonly extends?: { readonly service: string };
}

/** Lists that an overlay replaces. Other lists are joined. */
const replacedLists = new Set(["command", "entrypoint", "test"]);

function merged(key: string, base: unknown, over: unknown): unknown {
  if (Array.isArray(base) && Array.isArray(over)) {
    if (replacedLists.has(key)) return over;
    const isReplaced = (one: unknown) => over.some((other) => placeOf(other) === placeOf(one));
    const remaining = key === "volumes" ? base.filter((one) => !isReplaced(one)) : base;
    return [...new Set([...remaining, ...over])];
  }
  if (!isMap(base) || !isMap(over)) return over;
  const result = { ...base };
  for (const [name, value] of Object.entries(over)) {
    result[name] = merged(name, result[name], value);
  }
  return result;
}

/** Where a volume is mounted. The last volume at a place counts. */
function placeOf(volume: unknown): string | undefined {
  return String(volume).split(":")[1];
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Names of the variables that the files take from `.env`. */
export function composeVariables(): string[] {
  const found = ["docker-compose.yml", ...overlays].flatMap((name) => [
    ...fileInRoot(name).matchAll(/(?<!\$)\$\{(\w+)/g),
  ]);
  return [...new Set(found.map(([, name = ""]) => name))].sort();
}
