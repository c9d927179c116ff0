/**
 * docker-compose.yml as the container engine understands it, for tests: parsed, merged, and with its
 * variables put in.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

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
  readonly tmpfs?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly stop_grace_period?: string;
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly cpus?: number;
  readonly container_name?: string;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, Container>>;
  readonly name: string;
  readonly volumes: Readonly<Record<string, { readonly name?: string } | null>>;
  readonly networks: Readonly<Record<string, Network | null>>;
}

interface Network {
  readonly internal?: boolean;
  readonly name?: string;
  readonly ipam?: unknown;
}

/** Text of a file in the project's root. */
export function fileInRoot(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../../${name}`, import.meta.url)), "utf8");
}

/** @param variables As in `.env`; what is not in it has the default that the file gives. */
export function readComposeFile(variables: Readonly<Record<string, string>> = {}): ComposeFile {
  const put = (text: string): string => {
    // The innermost first: a default may have variables in it.
    const after = text.replace(
      /(?<!\$)\$\{(\w+)(?:(:?)-([^{}]*))?\}/,
      (_, name: string, orEmpty: string | undefined, otherwise = "") =>
        (orEmpty === "" ? variables[name] : variables[name] || undefined) ?? otherwise,
    );
    return after === text ? text.replaceAll("$$", "$") : put(after);
  };
  // `${NAME:-default}`, `${NAME-default}` and `$$` are all of the notation that the file uses.
  const reviver = (_: unknown, value: unknown) => typeof value === "string" ? put(value) : value;
  return parse(fileInRoot("docker-compose.yml"), reviver, { merge: true });
}

/** Names of the variables that the file takes from `.env`. */
export function composeVariables(): string[] {
  const found = fileInRoot("docker-compose.yml").matchAll(/(?<!\$)\$\{(\w+)/g);
  return [...new Set([...found].map(([, name = ""]) => name))].sort();
}

/** What the engine calls the volumes and networks that it makes for a project. */
export function namesOf(file: ComposeFile, project = file.name): string[] {
  return [file.volumes, file.networks].flatMap((all) =>
    Object.entries(all).map(([key, one]) => one?.name ?? `${project}_${key}`)
  );
}
