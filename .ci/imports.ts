/**
 * Architecture check: which imports are allowed between the folders. Run by `deno task check`; prints
 * one line for each import that is not, with the rule that it breaks.
 *
 * @module
 */
import { glob, readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";

interface Import {
  readonly from: string;
  readonly to: string;
  /** An import of types alone, which the running program does not have. */
  readonly isType: boolean;
  /** Loaded when it is reached, by `import()`. */
  readonly isLazy: boolean;
}

const floors = ["events", "search", "api", "web"];
const floorOf = (path: string) => floors.indexOf(path.split("/")[0] ?? "");

/** Where the service meets its pages, and the report command its HTML. */
const entrances: ReadonlySet<string> = new Set(["api/main.ts", "api/operations/report/main.ts"]);

export const isTest = (path: string) =>
  /\.(test|e2e|contract)\.tsx?$|\/(testing|torture|bench|scenarios|e2e|budgets)\//.test(path);

/** What runs in browsers. */
const isBrowser = (path: string) => /^web\/(islands|hydration|forms|toasts|ui)\//.test(path);
const sharedWithBrowsers = [
  /^web\/(islands|hydration|forms|toasts|ui|styles)\//,
  /^web\/(paths|theme|user|markup|config)\.ts$/,
  /^api\/contract\//,
  /^events\/(vocabulary|program\/topics|contacts\/audiences|members\/(profile|profile-fields|contact-fields|texts))\.ts$/,
  /^search\/(facets|profile-search|suggestion-kinds|text)\.ts$/,
];

/** Drivers of the ports. Composition roots alone may name them. */
const drivers = [
  /^events\/log\/(libsql|memory)(-outbox)?\.ts$/,
  /^search\/embedded\//,
  /^search\/meilisearch\//,
  /^api\/objects\/(local|s3|memory)\.ts$/,
  /^api\/mail\/drivers\/(smtp|folder)\.ts$/,
];
const roots = [
  /^api\/(main|compose)\.ts$/,
  /^api\/node\/stores\.ts$/,
  /^api\/search\//,
  /^api\/operations\//,
  /^events\/(open|log\/libsql)\.ts$/,
];
const isOneOf = (patterns: readonly RegExp[], path: string) =>
  patterns.some((pattern) => pattern.test(path));

const rules: readonly { readonly says: string; breaks(one: Import): boolean }[] = [
  {
    says: "imports go down: events <- search <- api <- web",
    breaks: ({ from, to }) => floorOf(to) > floorOf(from) && !entrances.has(from),
  },
  {
    says: "what runs in browsers imports values only from what is made for them",
    breaks: ({ from, to, isType }) =>
      isBrowser(from) && !isTest(from) && !isType && !isOneOf(sharedWithBrowsers, to),
  },
  {
    says: "members know no store",
    breaks: ({ from, to, isType }) =>
      from.startsWith("events/members/") && !isTest(from) && !isType &&
      /^events\/(read\/|log\/(?!unknown-event|event-log)|vault\/(?!seal|keys)|database)/.test(
        to,
      ),
  },
  {
    says: "operations are above all the rest of api: nothing but main imports them",
    breaks: ({ from, to }) =>
      to.startsWith("api/operations/") && !from.startsWith("api/operations/") && !isTest(from) &&
      from !== "api/main.ts",
  },
  {
    says: "drivers are named where a product is put together, and nowhere else",
    breaks: ({ from, to, isType }) =>
      !isTest(from) && !isType && isOneOf(drivers, to) && !isOneOf(roots, from) &&
      dirname(from).split("/").slice(0, 2).join("/") !==
        dirname(to).split("/").slice(0, 2).join("/"),
  },
];

/** What a module imports of the project's own. */
function importsIn(path: string, text: string): Import[] {
  const found: Import[] = [];
  const add = (name: string, isType: boolean, isLazy: boolean) => {
    if (!/^\.{1,2}\//.test(name)) return;
    found.push({ from: path, to: normalize(join(dirname(path), name)), isType, isLazy });
  };
  for (const [statement] of text.matchAll(/^(?:import|export)\s[^;]*;/gm)) {
    const name = /(?:\sfrom|^import)\s+"([^"]+)";$/.exec(statement)?.[1];
    if (name === undefined) continue;
    const named = /^\w+\s+\{([^}]*)\}/.exec(statement)?.[1]?.split(",").filter((one) => one.trim());
    const areTypes = named?.every((one) => one.trim().startsWith("type "));
    add(name, /^\w+\s+type\s/.test(statement) || areTypes === true, false);
  }
  for (const [, name = ""] of text.matchAll(/\bimport\(\s*"([^"]+)"\s*\)/g)) add(name, false, true);
  return found;
}

/** Imports in circles of modules. */
function circular(imports: readonly Import[]): Import[] {
  let left = imports.filter(({ isLazy, from, to }) => !isLazy && from !== to);
  // What imports nothing that is left, or is imported by nothing, is in no circle.
  for (let before = Infinity; left.length < before;) {
    before = left.length;
    const [from, to] = [new Set(left.map(({ from }) => from)), new Set(left.map(({ to }) => to))];
    left = left.filter((one) => from.has(one.to) && to.has(one.from));
  }
  return left;
}

/** Every TypeScript file, from the root. */
export const modules = () => Array.fromAsync(glob(`{${floors}}/**/*.{ts,tsx}`));

if (import.meta.main) {
  const imports = (await Promise.all(
    (await modules()).map(async (path) => importsIn(path, await readFile(path, "utf8"))),
  )).flat();
  const wrong = imports.flatMap((one) =>
    rules.filter((rule) => rule.breaks(one)).map(({ says }) => `${one.from} -> ${one.to}: ${says}`)
  );
  wrong.push(...circular(imports).map(({ from, to }) => `${from} -> ${to}: no circles`));
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) Deno.exit(1);
}
