import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { EnvironmentError } from "./environment-error.ts";

/**
 * Values of the file `.env` in the working folder; none without one.
 *
 * @throws {EnvironmentError} When a value would be another one to docker compose, which reads the same
 * file and takes a `$` for the beginning of a variable's name, unless it stands in single quotes.
 */
export function readEnvFile(path = ".env"): Readonly<Record<string, string | undefined>> {
  if (!existsSync(path)) return {};
  const text = readFileSync(path, "utf8");
  const ambiguous = [...text.matchAll(/^\s*(?:export\s+)?(\w+)\s*=[ \t]*(?!')([^\n]*)/gm)]
    .filter(([, , value = ""]) => value.replace(/\s#.*/, "").includes("$"))
    .map(([, name]) => `${name}: put the value in ${path} in single quotes: it has a $ in it`);
  if (ambiguous.length > 0) throw new EnvironmentError(ambiguous);
  return parseEnv(text);
}
