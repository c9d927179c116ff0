import { Registration } from "../../contract/account.ts";
import { z } from "zod";
import { roles } from "../../../events/vocabulary.ts";

/**
 * Someone to load: one line of a file, or one made-up person. A role of `null` is not
 * chosen yet. Without a password, they reset it before they sign in.
 */
export const Person = z.strictObject({
  username: Registration.shape.username,
  email: Registration.shape.email,
  firstName: Registration.shape.firstName,
  lastName: Registration.shape.lastName,
  role: z.enum(roles, "Role must be cadet, alumni, cadre or null").nullable(),
  password: Registration.shape.password.optional(),
  profile: z.record(z.string(), z.unknown(), "Must be an object").nullish(),
});
export type Person = z.infer<typeof Person>;
