import type { PrivacySwitch, Role } from "../vocabulary.ts";

export interface FormOwner {
  readonly role: Role;
  readonly program: string;
}

export type ByOwner<T> = T | ((owner: FormOwner) => T);

export interface ProfileField {
  /** `text` is one line, `entries` several of them, `topics` help topics of the vocabulary. */
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
  /** The message if it is missing; optional without one. */
  readonly required?: string;
  /** The message for a value that isn't a choice, or a link to another site. */
  readonly wrong?: string;
  /** Maximum length of a text, or of one entry in a list; `maxText` by default. */
  readonly max?: number;
  readonly choices?: readonly string[];
  /** The choices offered to this role. */
  readonly offered?: (role: Role) => readonly string[];
  /** Links must lead to this host or a subdomain; to any host if absent. */
  readonly host?: string;
  readonly sharedBy?: PrivacySwitch;
  readonly label: ByOwner<string>;
  readonly example?: ByOwner<string>;
  /** One entry, as in `Add Army School`. */
  readonly one?: string;
  readonly autoComplete?: string;
  readonly contact?: Contact;
}

export interface Contact {
  readonly term: string;
  /** In a sentence, after "your". */
  readonly inWords: string;
  /** On a link by itself, if it differs from the term. */
  readonly action?: string;
  /** Shown in place of a long address. */
  readonly text?: string;
  readonly icon: "mail" | "phone" | "linkedin" | "calendar";
}
