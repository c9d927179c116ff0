/**
 * Features that the oldest supported browsers lack. package.json lists these browsers, and MDN's
 * data their features.
 * @module
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Identifier, SimpleSupportStatement } from "@mdn/browser-compat-data/types";
import packageJson from "../../package.json" with { type: "json" };

const compatPath = createRequire(import.meta.url).resolve("@mdn/browser-compat-data");
const compat: Readonly<Record<string, Identifier>> = JSON.parse(await readFile(compatPath, "utf8"));

/** A browser of the target, as `["safari", 15.6]`. */
type Target = readonly [browser: string, version: number];
const target: readonly Target[] = packageJson.browserslist.map((text) => {
  const [browser = "", version] = text.split(" ");
  return [browser, Number(version)];
});

/** An API for scripts, such as `Array.prototype.toSorted` or `URL.canParse`. */
export interface Api {
  /** The global, or its interface. */
  readonly owner: string;
  /** Its member; absent for the global itself. */
  readonly member?: string;
  readonly isStatic: boolean;
  /** Supported browsers without it. */
  readonly lackedBy: readonly string[];
}

/** Every API of the language and of browsers. */
export const apis: readonly Api[] = [compat.api, compat.javascript?.builtins]
  .flatMap(featuresOf)
  .flatMap(([owner, feature]) => [
    { owner, isStatic: true, lackedBy: lackedBy(feature) },
    ...featuresOf(feature)
      .filter(([name]) => /^\w+$/.test(name) && !/_event$/.test(name) && name !== owner)
      .map(([name, member]) => ({
        owner,
        member: name.replace(/_static$/, ""),
        isStatic: name.endsWith("_static") || isStaticMember(owner, name),
        lackedBy: lackedBy(member),
      })),
  ]);

/** Names of media features and pseudo-classes that a supported browser doesn't know. */
export const styles = {
  mediaFeatures: lackedNames(compat.css?.["at-rules"]?.media),
  selectors: lackedNames(compat.css?.selectors),
};

function lackedNames(group: Identifier | undefined): ReadonlySet<string> {
  const lacked = featuresOf(group).filter(([, feature]) => lackedBy(feature).length > 0);
  return new Set(lacked.map(([name]) => name));
}

function featuresOf(group: Identifier = {}): readonly (readonly [string, Identifier])[] {
  const { __compat, ...features } = group;
  return Object.entries(features);
}

/** The data doesn't say which members are static. Those of `Math` and similar objects are, too. */
function isStaticMember(owner: string, name: string): boolean {
  const value: unknown = Reflect.get(globalThis, owner);
  return value !== null && value !== undefined && Object.hasOwn(value, name);
}

function lackedBy(feature: Identifier): readonly string[] {
  const support: Partial<Record<string, unknown>> = feature.__compat?.support ?? {};
  return target.flatMap(([browser, version]) => {
    const statements = [support[browser] ?? []].flat() as SimpleSupportStatement[];
    // A few features have no data.
    const isThere = statements.length === 0 || statements.some((one) => isSupported(one, version));
    return isThere ? [] : [`${browser} ${version}`];
  });
}

function isSupported(statement: SimpleSupportStatement, version: number): boolean {
  const { version_added: added, version_removed: removed, flags, alternative_name: other } =
    statement;
  if (added === false || added === "preview" || flags || other || statement.prefix) return false;
  const since = Number.parseFloat(String(added).replace("≤", ""));
  const until = removed ? Number.parseFloat(removed) : Infinity;
  return since <= version && version < until;
}
