/**
 * The stored data about a member, in words, from the published schema, so that new fields are
 * included.
 */
import { describePersonalData, type JsonSchema } from "./schema.ts";

export interface StoredPart {
  /** Such as "Where you are signed in". */
  readonly words: string;
  /** Its parts, without repetitions. */
  readonly details: readonly string[];
}

/** Keys about the copy itself, not about the member. */
const ofTheCopy: ReadonlySet<string> = new Set(["$schema", "exportedAt"]);

let known: readonly StoredPart[] | undefined;

/** The same list each time, since the schema doesn't change while the service runs. */
export function storedParts(): readonly StoredPart[] {
  return known ??= partsOf(describePersonalData(""));
}

function partsOf({ properties = {} }: JsonSchema): readonly StoredPart[] {
  return Object.entries(properties).filter(([name]) => !ofTheCopy.has(name))
    .flatMap(([name, schema]) => {
      if (name !== "member") return [partOf(schema)];
      // Members ask most about the profile.
      const { profile = {}, ...account } = schema.properties ?? {};
      return [
        { words: wordsOf(schema), details: detailsIn(account) },
        { words: "Your profile", details: detailsIn(objectIn(profile)) },
      ];
    });
}

function partOf(schema: JsonSchema): StoredPart {
  const kinds = schema.items?.oneOf;
  const details = kinds?.map(wordsOf) ?? detailsIn(objectIn(schema.items ?? schema));
  return { words: wordsOf(schema), details };
}

/** The properties of an object that may be absent. */
function objectIn({ properties, anyOf = [] }: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return properties ?? anyOf.find(({ properties }) => properties !== undefined)?.properties ?? {};
}

function detailsIn(properties: Readonly<Record<string, JsonSchema>>): readonly string[] {
  return [...new Set(Object.values(properties).map(wordsOf))];
}

/** The last sentence of some descriptions is only about the file. */
function wordsOf({ description }: JsonSchema): string {
  return String(description ?? "").replace(/; `null`[^]*$/, "").replaceAll("`", "");
}
