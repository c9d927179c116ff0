import type { PrivacySwitch, Role } from "../vocabulary.ts";

/** Whose form it is. */
export interface FormOwner {
  readonly role: Role;
  readonly program: string;
}

export type ByOwner<T> = T | ((owner: FormOwner) => T);

export interface ProfileField {
  /** `text` is one line, `entries` are some of them, `topics` help topics of the vocabulary. */
  readonly kind:
    | "year"
    | "choice"
    | "text"
    | "long text"
    | "topics"
    | "entries"
    | "link"
    | "email"
    | "phone";
  /** The message when it is missing; a field without one may be. */
  readonly required?: string;
  /** The message for a value that is none of the choices, or a link to elsewhere. */
  readonly wrong?: string;
  /** The longest text, of one entry in a list; `maxText` without it. */
  readonly max?: number;
  readonly choices?: readonly string[];
  /** Those of the choices that this role is offered. */
  readonly offered?: (role: Role) => readonly string[];
  /** Links lead there, or to a name below it; without it, anywhere. */
  readonly host?: string;
  /** The privacy switch that takes it away from others. */
  readonly sharedBy?: PrivacySwitch;
  readonly label: ByOwner<string>;
  readonly example?: ByOwner<string>;
  /** One of the entries, as in `Add Army School`. */
  readonly one?: string;
  readonly autoComplete?: string;
  /** A way to reach the member. */
  readonly contact?: Contact;
}

export interface Contact {
  readonly term: string;
  /** In a sentence, after "your". */
  readonly inWords: string;
  /** On a link by itself, where that is not the term. */
  readonly action?: string;
  /** In place of an address that is no pleasure to read. */
  readonly text?: string;
  readonly icon: "mail" | "phone" | "linkedin" | "calendar";
}
