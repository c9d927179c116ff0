import type { ReactNode } from "react";
import type {
  ConnectionWithMessages,
  OtherRequests,
  OthersWhoHelp,
} from "../../../api/contract/connections.ts";
import type { SeenProfile } from "../../../api/contract/profile.ts";
import type { Arrival } from "../../../api/features/relay/arrivals.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { FormState } from "../../forms/form-state.ts";

/** A refused form of the conversation, and its action. */
export type RefusedAction = FormState & { readonly action: string; readonly about?: string };

export interface ConversationPageProps {
  readonly connection: ConnectionWithMessages;
  readonly now: Date;
  readonly reader: MemberRecord;
  readonly action: string;
  /** Token that the forms send without a session, by a mailed link. */
  readonly formToken?: string | undefined;
  /** Whether the reader is signed in. By a mailed link, there are no links to profiles. */
  readonly isSignedIn: boolean;
  readonly sent?: RefusedAction | undefined;
  /** The other person's profile, as shared with the reader; `null` for none. */
  readonly profile: SeenProfile | null;
  /** Others who can be asked instead; `undefined` if they aren't looked up. */
  readonly others?: OthersWhoHelp | undefined;
  /** The reader's other open requests about the same topics, once this one is accepted. */
  readonly alsoAsked: OtherRequests;
  /** The reader's own mails about this conversation, the oldest first. */
  readonly byMail: readonly Arrival[];
  /** Whether earlier messages are shown, rather than the latest. */
  readonly part?: "earlier" | undefined;
  readonly top: ReactNode;
}
