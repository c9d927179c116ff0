import { profileSchema } from "../../events/members/profile.ts";
import { ProfileChange } from "../contract/profile.ts";
import { type JsonSchema, jsonSchema } from "./describe.ts";

// The widest profile allowed: class years depend on role and year.
const profile = jsonSchema(profileSchema({ role: "cadre", year: 0 }));

const hasAddress = (name: string) => ({
  properties: { [name]: { type: "string", minLength: 1 } },
  required: [name],
});

export const changeBody = {
  type: "object",
  properties: {
    ...jsonSchema(ProfileChange).properties,
    ...profile.properties,
    classYear: {
      ...(profile.properties?.classYear as JsonSchema),
      description: "Of cadets and alumni four digits, from 1900 to ten years from now; " +
        "of cadre a text such as 2005-2007",
      examples: ["2018"],
    },
  },
  additionalProperties: false,
} as JsonSchema;

/** Body of a new profile: it requires one of the two addresses. */
export const profileBody: JsonSchema = {
  ...changeBody,
  required: profile.required ?? [],
  anyOf: [hasAddress("primaryEmail"), hasAddress("secondaryEmail")] as JsonSchema[],
};
