import type { PrivacySwitch, Role } from "../vocabulary.ts";

export interface FormOwner {
  readonly role: Role;
  readonly program: string;
}

export type ByOwner<T> = T | ((owner: FormOwner) => T);

export type Sharing = PrivacySwitch | "always" | "audience";

export interface ProfileField {
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
  readonly required?: string;
  /** Message for a value that isn't among the choices, or a link to another site. */
  readonly wrong?: string;
  /** Maximum length of a text, or of one entry in a list; `maxText` by default. */
  readonly max?: number;
  readonly choices?: readonly string[];
  readonly offered?: (role: Role) => readonly string[];
  /** Links must lead to this host or a subdomain; to any host if absent. */
  readonly host?: string;
  /** How its visibility is decided: by a switch, by its audience as for contacts, or `always`. */
  readonly sharedBy: Sharing;
  readonly label: ByOwner<string>;
  readonly example?: ByOwner<string>;
  readonly one?: string;
  readonly autoComplete?: string;
  readonly contact?: Contact;
}

export interface Contact {
  readonly term: string;
  /** In a sentence, after "your". */
  readonly inWords: string;
  readonly action?: string;
  readonly text?: string;
  readonly icon: "mail" | "phone" | "linkedin" | "calendar";
}
