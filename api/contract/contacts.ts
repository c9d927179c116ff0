import type { ContactField } from "../../events/members/contact-fields.ts";
import type { PublicUser } from "../../events/members/privacy.ts";

export type { ContactAudiences } from "../../events/contacts/audiences.ts";

export interface ContactValue {
  readonly value: string;
}

/** The reader's contacts that one member saw on one day. */
export interface ContactReveal {
  /** Includes hidden viewers, whose page says that the owner sees them. Null if the viewer's account was deleted. */
  readonly by: PublicUser | null;
  /** Whether their profile can be viewed. */
  readonly isVisible: boolean;
  /** In UTC. */
  readonly day: string;
  readonly contacts: readonly ContactField[];
}

/** Of the last 12 months, latest first. */
export interface ContactReveals {
  readonly reveals: readonly ContactReveal[];
  readonly page: number;
  readonly hasMore: boolean;
}
