import type { SaidMentoring } from "../connections/mentoring.ts";
import type { Role } from "../vocabulary.ts";
import type { ContactAudiences } from "../contacts/audiences.ts";
import type { Admission } from "../program/admission.ts";
import type { Invitation } from "../invitations/invitation.ts";
import type { DetailsOffer } from "../invitations/offer.ts";
import type { Profile, SharedFields } from "./profile.ts";

/** Everything that is known of one member now: what the events of their stream add up to. */
export interface MemberRecord {
  readonly memberId: string;
  readonly username: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  /** `null` until one is chosen. */
  readonly role: Role | null;
  /** Whether the program has confirmed that they are cadre. */
  readonly isCadreConfirmed: boolean;
  /** `null` for who never had to wait. */
  readonly admission: Admission | null;
  /** Whether staff keep them from asking others for help. */
  readonly isAskingClosed: boolean;
  /** Whether the program prepared the account: they did not register by themselves. */
  readonly isInvited: boolean;
  /** Their invitation by staff or a file; `null` for who was not invited. */
  readonly invitation: Invitation | null;
  /** Whether they are mailed about what waits for staff, while they are staff. */
  readonly wantsStaffNotices: boolean;
  /** Path of the picture on this server, such as `/objects/…`. */
  readonly profileImageUrl: string | null;
  /** ISO 8601, UTC, milliseconds; so too every other time here. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly profile: ProfileRecord | null;
  /** What they said about requests for help; `null` for what holds by their role. */
  readonly mentoring: SaidMentoring | null;
  /** Who sees which contact; `null` for every member who may see the profile. */
  readonly audiences: ContactAudiences | null;
  /** What the program's list says of them, for them alone; `null` where no list did. */
  readonly offer: DetailsOffer | null;
  /** Conversations that they accepted and that go on: read tables count them, a stream alone says 0. */
  readonly conversations: number;
}

/** A profile with what its owner decided about it. */
export interface ProfileRecord extends Profile {
  readonly isVisible: boolean;
  readonly sharedFields: SharedFields;
  readonly createdAt: string;
  /** The last change of any kind. Its owner alone may read it. */
  readonly updatedAt: string;
  /** The last change that others can see: what they read as `updatedAt`, and what sorts by recency. */
  readonly publicUpdatedAt: string;
}
