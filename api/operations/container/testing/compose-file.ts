/**
 * docker-compose.yml as the container engine understands it, for tests: parsed, merged with the files
 * that stand beside it, and with variables put in.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isNode, isScalar, parseDocument, visit } from "yaml";

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

/** The files that stand beside docker-compose.yml, each for a machine of its own. */
export const overlays = ["docker-compose.shared.yml", "docker-compose.node.yml"] as const;

/**
 * @param variables As in `.env`; what is not in it has the default that the file gives.
 * @param overlay Is merged into docker-compose.yml, as with COMPOSE_FILE.
 * @throws {Error} Where a variable is missing that has to be set.
 */
export function readComposeFile(
  variables: Readonly<Record<string, string>> = {},
  overlay?: typeof overlays[number],
): ComposeFile {
  const put = (text: string): string => {
    // The innermost first: a default may have variables in it.
    const after = text.replace(
      /(?<!\$)\$\{(\w+)(?:(:?)([-?])([^{}]*))?\}/,
      (_, name: string, orEmpty: string | undefined, sign: string, otherwise = "") => {
        const value = orEmpty === "" ? variables[name] : variables[name] || undefined;
        if (value === undefined && sign === "?") throw new Error(`${name}: ${otherwise}`);
        // What a variable has is not looked at again.
        return value?.replaceAll("$", "\0") ?? otherwise;
      },
    );
    return after === text ? text.replaceAll("$$", "$").replaceAll("\0", "$") : put(after);
  };
  // `${NAME:-default}`, `${NAME-default}`, `${NAME:?message}` and `$$` are all of the notation that is used.
  const reviver = (_: unknown, value: unknown) => typeof value === "string" ? put(value) : value;
  const read = (name: string) => {
    const document = parseDocument(fileInRoot(name), { merge: true, logLevel: "error" });
    visit(document, {
      Pair(_, { key, value }, ancestors) {
        // Within an anchor Compose applies no tag of its own.
        if (ancestors.some((node) => isNode(node) && "anchor" in node && node.anchor)) return;
        // The engine's own tags say how a value is merged: here its key does.
        if (isScalar(key) && isNode(value) && value.tag?.startsWith("!") && value.tag !== "!") {
          key.value = `${value.tag} ${key.value}`;
        }
      },
    });
    return document.toJS({ reviver });
  };
  const base = read("docker-compose.yml");
  // What the files promise is what the tests are about.
  return (overlay === undefined ? base : merged("", base, read(overlay))) as ComposeFile;
}

/** Lists that are replaced as a whole; of others, both have their say. */
const wholes = new Set(["command", "entrypoint", "test"]);

function merged(key: string, base: unknown, over: unknown): unknown {
  if (Array.isArray(base) && Array.isArray(over)) {
    return wholes.has(key) ? over : [...new Set([...base, ...over])];
  }
  if (!isMap(base) || !isMap(over)) return over;
  const result = { ...base };
  for (const [tagged, value] of Object.entries(over)) {
    const [tag, name] = tagged.startsWith("!")
      ? tagged.split(" ") as [string, string]
      : ["", tagged];
    if (tag === "!reset") delete result[name];
    else result[name] = tag === "!override" ? value : merged(name, result[name], value);
  }
  return result;
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
