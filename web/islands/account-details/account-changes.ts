/**
 * One account written in two places at once: as `reconcile.ts` does for a profile, with four texts.
 * Runs in browsers, too.
 *
 * @module
 */
import type { AccountDetails } from "../../../api/contract/account.ts";
import { changedElsewhere } from "../profile-form/words.ts";

const labels = {
  username: "Username",
  email: "Email",
  firstName: "First name",
  lastName: "Last name",
} as const;

/** The account's fields, from top to bottom. */
export const accountFields = Object.keys(labels) as readonly (keyof typeof labels)[];

/** Name of the field that says what the form was opened with. */
export const openedField = "opened";

/** Three versions of an account. */
export interface AccountVersions {
  /** What was saved when the form was opened. */
  readonly opened: AccountDetails;
  /** What the form holds now. */
  readonly typed: AccountDetails;
  /** What is saved by now. */
  readonly stored: AccountDetails;
}

export interface AccountChanges {
  /** What was changed here, and is not saved yet. */
  readonly changes: AccountDetails;
  /** Messages by field, for what was changed here and, in another way, elsewhere. */
  readonly conflicts: Readonly<Record<string, string>>;
  /** What the form goes on from once they were told: when it is sent again, it is meant. */
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

/** What a form says that it was opened with; without a word of it, what is saved by now. */
export function readOpened(text: string | undefined, stored: AccountDetails): AccountDetails {
  try {
    const opened: Readonly<Record<string, unknown>> = Object(JSON.parse(text ?? ""));
    const isWhole = accountFields.every((name) => typeof opened[name] === "string");
    return isWhole ? opened as AccountDetails : stored;
  } catch {
    return stored;
  }
}
