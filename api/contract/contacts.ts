import type { ContactField } from "../../events/members/contact-fields.ts";
import type { PublicUser } from "../../events/members/privacy.ts";

export type { ContactAudiences } from "../../events/contacts/audiences.ts";

export interface ContactValue {
  readonly value: string;
}

/** What one member saw of the reader's contacts on one day. */
export interface ContactReveal {
  /** Also a hidden viewer: the page tells them that the owner can see it. Null for someone who has left. */
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
