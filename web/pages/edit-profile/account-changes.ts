/**
 * Three-way merge of an account's four texts, as `reconcile.ts` does it for a profile.
 *
 * @module
 */
import type { AccountDetails } from "../../../api/contract/account.ts";
import { changedElsewhere } from "../../islands/profile-form/words.ts";

const labels = {
  username: "Username",
  email: "Email",
  firstName: "First name",
  lastName: "Last name",
} as const;

/** The account's fields, from top to bottom. */
export const accountFields = Object.keys(labels) as readonly (keyof typeof labels)[];

/** Name of the hidden field with the account that the form was opened with. */
export const openedField = "opened";

/** Three versions of an account. */
export interface AccountVersions {
  /** Saved when the form was opened. */
  readonly opened: AccountDetails;
  /** In the form now. */
  readonly typed: AccountDetails;
  /** Saved now. */
  readonly stored: AccountDetails;
}

export interface AccountChanges {
  /** Changes made here that are not saved yet. */
  readonly changes: AccountDetails;
  /** Messages by field, for fields that were changed both here and elsewhere, in different ways. */
  readonly conflicts: Readonly<Record<string, string>>;
  /** The base of the next attempt: sending the form again after a conflict overwrites. */
  readonly told: AccountDetails;
}

export function accountChanges({ opened, typed, stored }: AccountVersions): AccountChanges {
  const changed = accountFields.filter((name) =>
    typed[name] !== opened[name] && typed[name] !== stored[name]
  );
  const conflicts = changed.filter((name) => stored[name] !== opened[name]);
  return {
    changes: Object.fromEntries(changed.map((name) => [name, typed[name]])),
    told: { ...opened, ...Object.fromEntries(conflicts.map((name) => [name, stored[name]])) },
    conflicts: Object.fromEntries(
      conflicts.map((name) => [name, changedElsewhere(stored[name], labels[name])]),
    ),
  };
}

/** An account as the form's hidden field carries it. */
export function writeOpened({ username, email, firstName, lastName }: AccountDetails): string {
  return JSON.stringify({ username, email, firstName, lastName });
}

/** The account that the form was opened with; where the form does not say, the stored one. */
export function readOpened(text: string | undefined, stored: AccountDetails): AccountDetails {
  try {
    const opened: Readonly<Record<string, unknown>> = Object(JSON.parse(text ?? ""));
    const isWhole = accountFields.every((name) => typeof opened[name] === "string");
    return isWhole ? opened as AccountDetails : stored;
  } catch {
    return stored;
  }
}
