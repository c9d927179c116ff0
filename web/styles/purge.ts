/**
 * Names of unused styles, most of them from @radix-ui/themes. A build leaves them out (Lightning
 * CSS's `unusedSymbols`).
 * @module
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const radix = "node_modules/@radix-ui/themes";
const read = (path: string) => readFileSync(path, "utf8");

/** Names of classes in a stylesheet. */
export const classesOfStyle = (style: string): readonly string[] =>
  (style.match(/(?<=\.)[a-z](?:[\w-]|\\:)*/gi) ?? []).map((name) => name.replace("\\", ""));

/** Stylesheets of Radix's components. */
export const radixStyles = (): readonly string[] =>
  ["components.css", "utilities.css"].map((file) => read(join(radix, file)));

/**
 * Classes in stylesheets that appear in no source, and that no component with a value in a source
 * produces.
 */
export function unusedClasses(): string[] {
  const sources = globSync("web/{*,!(styles)/**/*}.{ts,tsx}").map(read);
  const styles = [...radixStyles(), ...globSync("web/**/*.css").map(read)];
  const used = new Set([
    ...[...sources, ...componentsIn(sources)].flatMap(classesIn),
    ...sizesIn(sources),
  ]);
  const composed = new Set(sources.flatMap(composedIn));
  return [...new Set(styles.flatMap(classesOfStyle))].filter((name) =>
    !used.has(name) && ![...composed].some((start) => name.startsWith(start))
  );
}

/**
 * PostCSS plugin that makes the theme the root's own class. Radix also names a root that contains a
 * theme, with `:has()`, and browsers without that would drop the whole rule.
 */
export const themesAreRoots = {
  postcssPlugin: "themes-are-roots",
  Rule(rule: { selector: string }) {
    rule.selector = rule.selector.replace(/,\s*:root:where\(:has\([^,]*,[^,]*\)\)\)$/, "");
  },
};

/** Prefixes that Radix puts before the value of a property, such as the 3 of `size="3"`. */
const prefixes = ["variant-", "underline-"].concat(
  ["size", "weight", "orientation", "ta", "tw", "align", "resize", "lt", "mb"].map((name) =>
    `r-${name}-`
  ),
);
/** Default values of components. */
const defaults = [
  "1",
  "2",
  "6",
  "classic",
  "solid",
  "soft",
  "surface",
  "ghost",
  "auto",
  "horizontal",
];

function classesIn(source: string): string[] {
  const valuesOf = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, value]) => value);
  const values = [...valuesOf(/["'](\d|[a-z]+)["']/g), ...defaults];
  const wide = valuesOf(/\bsm: ["'](\w+)["']/g);
  return [
    ...source.match(/[\w-]+/g) ?? [],
    ...(source.includes("highContrast") ? ["rt-high-contrast"] : []),
    ...prefixes.flatMap((prefix) => values.map((value) => `rt-${prefix}${value}`)),
    ...prefixes.flatMap((prefix) => wide.map((value) => `sm:rt-${prefix}${value}`)),
  ];
}

/** Classes of properties whose value is in a `style` attribute, such as `width="50%"`. */
function sizesIn(sources: readonly string[]): string[] {
  const names = new Set(sources.flatMap((source) => source.match(/\b\w+(?=[=:])/g) ?? []));
  return globSync(join(radix, "dist/esm/props/*.props.js")).map(read)
    .flatMap((module) => [...module.matchAll(/(\w+):{type:"[^"]+",className:"([^"]+)"/g)])
    .flatMap(([, name = "", className = ""]) => names.has(name) ? [className] : []);
}

/** Beginnings of names that a source composes, such as `avatar-${size}`. */
function composedIn(source: string): string[] {
  return [...source.matchAll(/([a-z][a-z-]*-)\$\{/g)].map(([, start = ""]) => start);
}

/** The modules of the components that sources import, with the components they use. */
function componentsIn(sources: readonly string[]): string[] {
  const folder = join(radix, "dist/esm/components");
  const modules = new Map<string, string>();
  const add = (path: string) => {
    if (modules.has(path)) return;
    const module = read(path);
    modules.set(path, module);
    for (const [, imported = ""] of module.matchAll(/from"(\.\.?\/[^"]+)"/g)) {
      const next = join(path, "..", imported);
      if (next.startsWith(folder) && !next.endsWith(".props.js")) add(next);
    }
  };
  for (const source of sources) {
    const [, names = ""] = /import {([^}]*)} from "@radix-ui\/themes"/.exec(source) ?? [];
    for (const [, name = ""] of names.matchAll(/(?:^|,)\s*([A-Z]\w+)/g)) {
      add(join(folder, `${name.replace(/\B[A-Z]/g, "-$&").toLowerCase()}.js`));
    }
  }
  return [...modules.values()];
}
