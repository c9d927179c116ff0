/**
 * Lint rules of this project for editors and `deno lint`: allowed imports between folders, and words that the product
 * doesn't use.
 *
 * @module
 */
import { dirname, join, relative } from "node:path";
import { readWords } from "./words.ts";

const root = join(import.meta.dirname ?? ".", "..");
const floors = ["events", "search", "api", "web"];
const floorOf = (path: string) => floors.indexOf(path.split("/")[0] ?? "");
/** Floors inside api, lowest first. A folder imports from its own floor and lower ones. */
const floorsOfApi = [
  /^api\/contract\//,
  /^api\/(answers|auth|backup|config|drawing|mail|metrics|node|objects|search)\//,
  /^api\/features\//,
  /^api\/product\.ts$/,
  /^api\/http\//,
  /^api\/(app|compose)\.ts$/,
  /^api\/cli\//,
  /^api\/main\.ts$/,
];
const apiFloorOf = (path: string) => floorsOfApi.findIndex((floor) => floor.test(path));
const featureOf = (path: string) => /^api\/features\/([^/]+)\//.exec(path)?.[1];
const areaOf = (path: string) => dirname(path).split("/").slice(0, 2).join("/");
const isTest = (path: string) =>
  /\.(test|e2e|contract)\.tsx?$|\/(testing|crash-tests|bench|scenarios|e2e)\//.test(path);

const browsers = /^web\/(islands|hydration|forms|toasts|ui)\//;
const sharedWithBrowsers = [
  browsers,
  /^web\/styles\//,
  /^web\/(paths|theme|user|markup|config)\.ts$/,
  /^api\/contract\//,
  /^events\/(vocabulary|program\/topics|contacts\/audiences|members\/(profile|profile-fields|contact-fields|texts))\.ts$/,
  /^search\/(facets|profile-search|suggestion-kinds|text)\.ts$/,
];
const drivers = [
  /^events\/store\/(libsql-log|libsql-outbox|database-server|file-connection)\.ts$/,
  /^search\/(embedded|meilisearch)\//,
  /^api\/objects\/(local|s3|memory)\.ts$/,
  /^api\/mail\/drivers\/(smtp|folder)\.ts$/,
];
/** Files that wire the product. */
const roots = [
  /^api\/(main|compose)\.ts$/,
  /^api\/node\/stores\.ts$/,
  /^api\/(search|cli)\//,
  /^events\/open\.ts$/,
];
const isOneOf = (patterns: readonly RegExp[], path: string) =>
  patterns.some((pattern) => pattern.test(path));

/** The rule that an import breaks, if any. Tests may import everything that isn't above them. */
function brokenBy(from: string, to: string, isType: boolean): string | undefined {
  if (floorOf(from) < 0) return undefined;
  const meetsPages = ["api/main.ts", "api/cli/report/main.ts"].includes(from);
  if (floorOf(to) > floorOf(from) && !meetsPages) {
    return "Imports go down, events <- search <- api <- web: move what both need down, or pass it as an argument";
  }
  if (isTest(from)) return undefined;
  if (isTest(to)) {
    return "The product can't import test code: move what both need out of the test's folder";
  }
  if (from.startsWith("api/") && to.startsWith("api/")) {
    if (apiFloorOf(from) < 0) {
      return "Put this file in a folder of api: its top has only main, compose, app and product";
    }
    if (apiFloorOf(to) > apiFloorOf(from)) {
      return "Inside api, imports go down (api/README.md has the order): move what both need down, or pass it as an argument";
    }
  }
  if (from.startsWith("web/") && to.startsWith("api/cli/")) {
    return "Pages can't import operators' commands: move what both need out of api/cli";
  }
  if (isType) return undefined;
  const feature = featureOf(from);
  if (feature !== undefined && (featureOf(to) ?? feature) !== feature) {
    return "Import only types of another feature: its open.ts takes the feature as a part";
  }
  if (browsers.test(from) && !isOneOf(sharedWithBrowsers, to)) {
    return "Browsers would load this file: import only its types, pass the value as a prop, or add it to sharedWithBrowsers in .ci/lint.ts";
  }
  const store = /^events\/(read\/|store\/(?!unknown-event|event-log|seal|keys))/;
  if (from.startsWith("events/members/") && store.test(to)) {
    return "Members know no store: pass what you read from it as an argument";
  }
  const isElsewhere = !isOneOf(roots, from) && areaOf(from) !== areaOf(to);
  if (isOneOf(drivers, to) && isElsewhere) {
    return "Import the port, not its driver: only the files in `roots` of .ci/lint.ts open drivers";
  }
  return undefined;
}

const floorsRule: Deno.lint.Rule = {
  create(context) {
    const from = relative(root, context.filename);
    const check = (node: Deno.lint.Node, source: unknown, isType: boolean) => {
      if (typeof source !== "string" || !source.startsWith(".")) return;
      const message = brokenBy(from, join(dirname(from), source), isType);
      if (message !== undefined) context.report({ node, message });
    };
    return {
      ImportDeclaration(node) {
        const areTypes = node.specifiers.length > 0 &&
          node.specifiers.every((one) =>
            one.type === "ImportSpecifier" && one.importKind === "type"
          );
        check(node, node.source.value, node.importKind === "type" || areTypes);
      },
      ExportNamedDeclaration: (node) => check(node, node.source?.value, node.exportKind === "type"),
      ExportAllDeclaration: (node) => check(node, node.source.value, node.exportKind === "type"),
      ImportExpression: (node) =>
        check(node, node.source.type === "Literal" ? node.source.value : undefined, false),
    };
  },
};

const { wrongWordsIn } = readWords(Deno.readTextFileSync(join(root, ".ci/words.txt")));

const wordsRule: Deno.lint.Rule = {
  create(context) {
    const path = relative(root, context.filename);
    // Skips foreign words: in tests, in SQL, and in search terms.
    if (floorOf(path) < 0 || isTest(path) || /\/(migrations|demo)\//.test(path)) return {};
    const check = (node: Deno.lint.Node, text: unknown) => {
      if (typeof text !== "string" || !/\S\s+\S/.test(text)) return;
      for (const message of wrongWordsIn(text, path)) context.report({ node, message });
    };
    return {
      JSXText: (node) => check(node, node.value),
      Literal: (node) => check(node, node.value),
      TemplateElement: (node) => check(node, node.cooked),
    };
  },
};

/** Files that may write SQL as text, because they create tables or store events. */
const storeRooms = [/^events\/(store|read)\//];
const statementText = /\b(SELECT\s.*\sFROM|INSERT\s.*INTO|UPDATE\s.*\sSET|DELETE\s+FROM)\s/s;

const queriesRule: Deno.lint.Rule = {
  create(context) {
    const path = relative(root, context.filename);
    if (floorOf(path) < 0 || isTest(path) || isOneOf(storeRooms, path)) return {};
    const check = (node: Deno.lint.Node, text: string) => {
      if (!statementText.test(text)) return;
      context.report({
        node,
        message:
          "Write this query with the typed builder: events/README.md, Ask the database, shows how",
      });
    };
    const textOf = (quasi: Deno.lint.TemplateLiteral) =>
      `${quasi.quasis.map(({ cooked }) => cooked).join("x")} `;
    return {
      Literal: (node) => typeof node.value === "string" && check(node, `${node.value} `),
      TemplateLiteral: (node) => check(node, textOf(node)),
      TaggedTemplateExpression(node) {
        const isSql = node.tag.type === "Identifier" && node.tag.name === "sql";
        if (isSql) check(node, textOf(node.quasi).toUpperCase());
      },
    };
  },
};

export default {
  name: "alumni-connect",
  rules: { floors: floorsRule, queries: queriesRule, words: wordsRule },
} satisfies Deno.lint.Plugin;
