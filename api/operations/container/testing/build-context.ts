/**
 * What an image is built from, for tests: the files that .dockerignore lets through, and the Dockerfile's
 * instructions.
 *
 * @module
 */
import { cp } from "node:fs/promises";
import { relative } from "node:path";
import { fileInRoot } from "./compose-file.ts";

interface Pattern {
  readonly isException: boolean;
  readonly path: string;
  /** Matches a path, or a folder above it. */
  readonly expression: RegExp;
}

/**
 * Copies a folder as a build sees it. As in Docker, the last pattern that matches a path decides.
 *
 * @see {@link https://docs.docker.com/build/concepts/context/#dockerignore-files}
 */
export async function copyBuildContext(from: string, to: string): Promise<void> {
  const patterns = readPatterns(fileInRoot(".dockerignore"));
  const isIn = (path: string) =>
    patterns.findLast(({ expression }) => expression.test(path))?.isException ?? true;
  const mayHold = (folder: string) =>
    patterns.some(({ isException, path }) => isException && path.startsWith(`${folder}/`));
  await cp(from, to, {
    recursive: true,
    filter(source) {
      const path = relative(from, source);
      return path === "" || isIn(path) || mayHold(path);
    },
  });
}

function readPatterns(text: string): Pattern[] {
  return text.split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const isException = line.startsWith("!");
      const path = line.slice(isException ? 1 : 0).replace(/^\/|\/$/g, "");
      return { isException, path, expression: expressionOf(path) };
    });
}

function expressionOf(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\]/g, (part) => {
    if (part === "**/") return "(?:.*/)?";
    if (part === "**") return ".*";
    if (part === "*") return "[^/]*";
    return part === "?" ? "[^/]" : `\\${part}`;
  });
  return new RegExp(`^${source}(?:/|$)`);
}

/** The Dockerfile's instructions in order, such as `["RUN", "npm ci"]`, by stage. */
export function readDockerfile(): (readonly [name: string, rest: string])[][] {
  const stages: [string, string][][] = [];
  const lines = fileInRoot("Dockerfile").replace(/^#.*\n/gm, "").replaceAll("\\\n", "").split("\n");
  for (const line of lines) {
    const [, name = "", rest = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === "FROM") stages.push([]);
    if (name !== "") stages.at(-1)?.push([name, rest]);
  }
  return stages;
}

/** How the image says that it is asked: a program and its arguments. */
export function imageHealthcheck(): [program: string, args: string[]] {
  const [, text = ""] = readDockerfile().at(-1)?.find(([name]) => name === "HEALTHCHECK") ?? [];
  const [program = "", ...args]: string[] = JSON.parse(text.slice(text.indexOf("[")));
  return [program, args];
}
