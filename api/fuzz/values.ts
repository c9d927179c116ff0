/**
 * Values made from a JSON Schema: some that fit it, and hostile ones.
 *
 * @module
 */
import fc from "fast-check";
import type { Random } from "../../events/testing/random.ts";
import type { JsonSchema } from "../openapi/describe.ts";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const letters = [..."abcdefghijklmnopqrstuvwxyzÄÉñøßłжשع中日本한😀"];

/** A value that fits. */
export function fitting(random: Random, schema: JsonSchema): Json {
  const { examples, anyOf, items, minimum = 0, maximum = 50, maxItems = 6 } = schema;
  const choices = examples ?? schema.enum;
  if (choices) return random.pick(choices) as Json;
  if (schema.type === undefined && anyOf) return fitting(random, random.pick(anyOf) as JsonSchema);
  switch (schema.type) {
    case "null":
      return null;
    case "boolean":
      return random.chance(0.5);
    case "integer":
      return minimum + random.int(Math.min(50, maximum));
    case "array":
      return Array.from(
        { length: random.int(Math.min(6, maxItems + 1)) },
        () => fitting(random, (items ?? {}) as JsonSchema),
      );
    case "object":
      return fittingObject(random, schema);
    default:
      return fittingText(random, schema);
  }
}

function fittingObject(random: Random, schema: JsonSchema): Json {
  // One of the alternatives says what else is needed.
  const alternative = schema.anyOf && random.pick(schema.anyOf) as JsonSchema;
  const required = new Set([...(schema.required ?? []), ...(alternative?.required ?? [])]);
  const value: { [name: string]: Json } = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (!required.has(name) && random.chance(0.4)) continue;
    const made = fitting(random, property as JsonSchema);
    value[name] = made === null && required.has(name) ? "someone@example.com" : made;
  }
  return value;
}

function fittingText(random: Random, schema: JsonSchema): string {
  const { format, pattern, minLength = 0, maxLength = 40 } = schema;
  if (format === "email") return `p${random.int(1e9)}@example.com`;
  if (format === "uri") return `https://www.linkedin.com/in/p${random.int(1e9)}`;
  if (format === "uuid") return "0190a0b0-0000-7000-8000-000000000000";
  if (pattern?.startsWith("^20")) return `20${30 + random.int(60)}-0${1 + random.int(9)}`;
  const length = minLength + random.int(random.chance(0.1) ? maxLength - minLength + 1 : 12);
  return Array.from({ length: Math.min(length, maxLength) }, () => random.pick(letters)).join("");
}

/** The same value with one thing wrong with it, or at least odd. */
export function nearlyFitting(random: Random, schema: JsonSchema): Json {
  const value = fitting(random, schema);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return odd(random);
  const names = Object.keys(schema.properties ?? {});
  const name = names.length === 0 ? "name" : random.pick(names);
  if (random.chance(0.25)) {
    delete value[name];
    return value;
  }
  return { ...value, [random.chance(0.33) ? random.pick(oddNames) : name]: odd(random) };
}

const oddNames = ["constructor", "toString", "isAdmin", "role", "id", "", "a.b", "emailVerified"];

const oddTexts = [
  ...["", " ", "\u0000", "a\u0000b", "\u202e\u200f\ufeff", "\ud800", "\r\nSet-Cookie: session=x"],
  ...["' OR 1=1 --", "%' ESCAPE '!", '"; DROP TABLE events; --', "<script>alert(1)</script>"],
  ...["${7*7}{{7*7}}", "../../../../etc/passwd", "file:///etc/passwd", "javascript:alert(1)"],
  ...["http://127.0.0.1:1/objects/uploads/", "zqcanary", "NaN", "-0", "٣٤٥"],
  ...["a".repeat(5_000), "😀".repeat(300), "e\u0301".repeat(300)],
];
const oddNumbers = [0, -1, 1.5, 1e308, -1e308, 2 ** 53, 2 ** 31, 1e-320];

const oddLeaf = fc.constantFrom<Json[]>(null, true, false, ...oddNumbers, ...oddTexts);
const oddValue = fc.oneof(
  { weight: 4, arbitrary: oddLeaf },
  fc.jsonValue() as fc.Arbitrary<Json>,
  fc.array(oddLeaf, { minLength: 500, maxLength: 500 }),
  fc.dictionary(fc.constantFrom(...oddNames), oddLeaf, { maxKeys: 3 }),
);

/** A value that hardly any call expects. */
export function odd(random: Random): Json {
  return fc.sample(oddValue, { seed: random.int(2 ** 31), numRuns: 1 })[0] ?? null;
}

/** Text that only looks like JSON, or JSON without a meaning here. */
export function oddJson(random: Random, value: Json): string {
  const text = JSON.stringify(value);
  return random.pick([
    text.slice(0, random.int(text.length + 1)),
    `${text}${text}`,
    text.replace("{", '{"__proto__":{"role":"cadre","isAdmin":true},'),
    text.replace("{", '{"role":"cadre","role":"cadre",'),
    text.replaceAll(/"[^"]*"$/g, '"\\ud83d"'),
    `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
    '{"a":'.repeat(5_000),
    `{"page":${"9".repeat(400)}}`,
    "\ufeff{}",
    "{'single':1}",
    "username=a&password=b",
    "<xml/>",
    " ".repeat(600_000),
    "null",
    "",
  ]);
}
