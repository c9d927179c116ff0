import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { EnvironmentError } from "./environment-error.ts";

/**
 * Values in `.env` that docker compose reads differently: it replaces variables after `$`, has
 * escapes in quotes but no backticks, and takes `#` for a comment only after a space.
 */
const readDifferently = [
  /^'[^']*\\'/,
  /^"[^"]*[$\\]/,
  /^`/,
  /^(?!['"`])(?:(?!\s#).)*(?:\$|(?<!\s)#)/,
];

/** @throws {EnvironmentError} When docker compose would read another value. */
export function readEnvFile(path = ".env"): Readonly<Record<string, string | undefined>> {
  if (!existsSync(path)) return {};
  const text = readFileSync(path, "utf8");
  const ambiguous = [...text.matchAll(/^[ \t]*(?:export\s+)?(\w+)[ \t]*=([^\n]*)/gm)]
    .filter(([, , value = ""]) =>
      readDifferently.some((pattern) => pattern.test(value.trimStart()))
    )
    .map(([, name]) =>
      `${name}: put the value in ${path} in single quotes: it has a character in it, such as $ or #, ` +
      "for which docker compose would read another one"
    );
  if (ambiguous.length > 0) throw new EnvironmentError(ambiguous);
  return parseEnv(text);
}
