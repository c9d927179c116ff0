/**
 * Finds features in built files that the oldest supported browsers lack: APIs in scripts, media queries and selectors
 * in styles. Prints a line for each, and exits with 1 if there are any.
 *
 *     npm run browsers
 *
 * @module
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "vite";
import { type Api, apis, styles } from "../web/testing/beyond-target.ts";

/** Exceptions by file and name: the code has a fallback for browsers without the API. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ["hydrate startViewTransition", "React asks for it first"],
  ["hydrate skipTransition", "React asks for view transitions first"],
  ["profile URL.canParse", "zod asks for it first"],
  ["hydrate toSorted", "of a collection of Radix, which sorts by itself"],
  ["hydrate checkVisibility", "Radix asks for it first"],
  ...["getTransports", "getPublicKeyAlgorithm", "getPublicKey", "getAuthenticatorData"].map((
    name,
  ) => [`passkeys ${name}`, "@simplewebauthn/browser asks for it first"] as const),
  [
    "upload-dialog imageSmoothingQuality",
    "a wish: without it the picture is as the browser draws it",
  ],
]);

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;
const nameOf = (node: unknown) => isNode(node) ? String(node.name ?? "") : "";

const instanceMembers = apis.filter(({ member, isStatic }) => member !== undefined && !isStatic);
const known = lackedByName(apis);
const attributes = lackedByName(
  instanceMembers.filter(({ owner }) => /^(HTML)?Element$|^Canvas/.test(owner)),
);

/**
 * Browsers that lack `URL`, `URL.canParse`, or `.toSorted` for a member of instances. None if another member of the
 * same name is supported everywhere, because the code may mean that one.
 */
function lackedByName(those: readonly Api[]): ReadonlyMap<string, string> {
  const byName = Map.groupBy(
    those,
    ({ owner, member, isStatic }) =>
      member === undefined ? owner : isStatic ? `${owner}.${member}` : `.${member}`,
  );
  const lacked = (same: readonly Api[]) =>
    same.every(({ lackedBy }) => lackedBy.length > 0) ? same[0]?.lackedBy.join(", ") ?? "" : "";
  return new Map([...byName].map(([name, same]) => [name, lacked(same)]));
}

/**
 * APIs that a script calls, creates or sets, and target browsers lack. Skips optional calls (`?.()`), and members of
 * the scripts' own objects and classes.
 *
 * @param own Names of members that the scripts define.
 */
export function beyondTarget(script: Node, own: ReadonlySet<string>) {
  const found = new Map<string, string>();
  const check = (name: string, from = known, key = name) => {
    const lackedBy = from.get(key);
    if (lackedBy) found.set(name, lackedBy);
  };
  for (const node of nodesOf(script)) {
    const isSet = node.type === "AssignmentExpression";
    const used = isSet ? node.left : node.callee;
    if (!isNode(used) || node.optional === true) continue;
    if (used.type === "Identifier") check(nameOf(used));
    if (used.type !== "MemberExpression" || used.computed) continue;
    const owner = nameOf(used.object);
    const member = nameOf(used.property);
    if (known.has(owner)) check(`${owner}.${member}`);
    else if (builtIn.has(member) || !own.has(member)) {
      check(member, isSet ? attributes : known, `.${member}`);
    }
  }
  return [...found];
}

/** Methods of the language, refused even if a library has a method of the same name. */
const builtIn = new Set(
  instanceMembers.filter(({ owner }) => /^(Array|Map|Set|String|Promise)$/.test(owner))
    .map(({ member }) => member),
);

/** Names of members in a script's own objects and classes. */
export function definedIn(script: Node): readonly string[] {
  return nodesOf(script).flatMap((node) => {
    if (["Property", "MethodDefinition", "PropertyDefinition"].includes(node.type)) {
      return nameOf(node.key);
    }
    // Libraries export functions and set fields of `this`.
    const isSet = node.type === "AssignmentExpression" && isNode(node.left);
    const isOwn = isSet && (isThis(node.left) || isFunction(node.right));
    return isOwn && isNode(node.left) ? nameOf(node.left.property) : [];
  });
}

/**
 * Media queries and pseudo-classes of a stylesheet that target browsers don't know. They skip the whole block or the
 * whole list of selectors. Queries for forced colors are fine, because Safari 15 has none and may skip them.
 */
export function stylesBeyondTarget(sheet: string): readonly string[] {
  const queries = [...sheet.matchAll(/@media([^{]*)\{/g)].flatMap(([whole, query = ""]) => {
    const names = [...query.matchAll(/\(([a-z-]+)/g)].map(([, name = ""]) => name);
    const isNew = /[<>]|not \(|\) or /.test(query) ||
      names.some((name) => styles.mediaFeatures.has(name) && name !== "forced-colors");
    return isNew ? [whole] : [];
  });
  const lists = [...sheet.matchAll(/[^{};]+(?=\{)/g)].map(([list]) => list)
    .filter((list) => !list.trim().startsWith("@") && list.includes(","))
    .filter((list) => splitList(list).some(isNewSelector) && !splitList(list).every(isNewSelector));
  return [...queries, ...lists];
}

function isNewSelector(selector: string): boolean {
  return [...selector.matchAll(/:([a-z-]+)/g)].some(([, name = ""]) => styles.selectors.has(name));
}

/** Splits a list of selectors at commas outside of brackets, which may be nested. */
const splitList = (list: string) => list.split(/,(?![^(]*(?:\([^()]*\)[^()]*)*\))/);

const isThis = (node: unknown) =>
  isNode(node) && isNode(node.object) && node.object.type === "ThisExpression";
const isFunction = (node: unknown) => isNode(node) && /Function/.test(node.type);

function* walk(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node).flat()) if (isNode(value)) yield* walk(value);
}
const nodesOf = (script: Node) => [...walk(script)];

if (import.meta.main) {
  const folder = fileURLToPath(new URL("../dist/assets", import.meta.url));
  const names = await readdir(folder);
  const read = (name: string) => readFile(join(folder, name), "utf8");
  const scripts = await Promise.all(
    names.filter((name) => name.endsWith(".js"))
      .map(async (name) => [name, parseAst(await read(name)) as unknown as Node] as const),
  );
  const own = new Set(scripts.flatMap(([, script]) => definedIn(script)));
  const faults = scripts.flatMap(([file, script]) => {
    // A hash of eight letters follows the name.
    const chunk = file.slice(0, -"-12345678.js".length);
    return beyondTarget(script, own)
      .filter(([name]) => !exceptions.has(`${chunk} ${name}`))
      .map(([name, lackedBy]) => `${file}: ${name} is not in ${lackedBy}`);
  });
  for (const name of names.filter((one) => one.endsWith(".css"))) {
    faults.push(...stylesBeyondTarget(await read(name)).map((text) => `${name}: ${text}`));
  }
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) Deno.exit(1);
}
