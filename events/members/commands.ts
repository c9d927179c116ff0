import type { Role } from "../vocabulary.ts";
import type { Audience, ContactAudiences } from "../contacts/audiences.ts";
import type { CommissioningCommand } from "../commissioning/decide-commissioning.ts";
import type { AdmissionNeed } from "../program/admission.ts";
import type { InvitationCommand } from "../invitations/invitation.ts";
import type { OfferCommand } from "../invitations/offer.ts";
import type { Topics } from "../program/topics.ts";
import type { AddressCommand } from "./addresses.ts";
import type { SharedFields } from "./profile.ts";
import type { ProgramMailCommand } from "./program-mails.ts";

interface Account {
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

export type MemberCommand =
  | Account & {
    readonly type: "Register";
    readonly role: Role | null;
    /** Default audience of their contacts; every member if absent. */
    readonly contactsFor?: Audience | undefined;
    /** Proof that confirms the cadre role immediately. */
    readonly confirmedBy?: "code" | "first-staff link" | undefined;
    /** Requirement before they see others; none if absent. */
    readonly needs?: AdmissionNeed | undefined;
  }
  | {
    readonly type: "SelectRole";
    readonly role: Role;
    /** Proof that confirms the role, if the program grants it. */
    readonly confirmedBy?: "code" | undefined;
    /**
     * Another staff member who must still be staff then, since the last one can't change their
     * role.
     */
    readonly remainingStaffId?: string | null;
  }
  | { readonly type: "ChangeAccountDetails" }
    & { readonly [K in keyof Account]?: string | undefined }
  /** `email` is the verified address. */
  | {
    readonly type: "VerifyEmail";
    readonly email: string;
    /** The address's domain, if addresses there need no approval. */
    readonly domain?: string | undefined;
  }
  | { readonly type: "RecordPasswordReset" }
  | { readonly type: "RecordPasswordChange" }
  /** An operator made a link that sets a password. */
  | { readonly type: "RecordPasswordLink" }
  /** An operator exported all data about the member. */
  | { readonly type: "RecordExport" }
  /** An operator listed what is stored about the member, without its contents. */
  | { readonly type: "RecordHoldings" }
  | { readonly type: "RecordPasskey"; readonly is: "added" | "removed" }
  | { readonly type: "DismissPasskeyOffer" }
  | { readonly type: "CreateProfile" } & ProfileInput
  /** Absent fields stay unchanged. */
  | {
    readonly type: "ChangeProfile";
    /** Profile versions that this may change; any if absent. */
    readonly ifVersions?: readonly string[] | undefined;
  } & ProfileInput
  /** Absent contacts stay unchanged. */
  | { readonly type: "ChangeContactAudiences"; readonly audiences: AudienceChanges }
  | { readonly type: "ChangeProfileImage"; readonly objectPath: string | null }
  /** Confirms that all visible details are still right. */
  | { readonly type: "ConfirmProfile" }
  | { readonly type: "DeleteProfile" }
  | {
    readonly type: "Erase";
    /** Erases only if they haven't answered their invitation. */
    readonly ifUnanswered?: boolean;
    /** Another staff member, who must still be staff then; `null` lets the last one leave. */
    readonly remainingStaffId?: string | null;
  }
  | { readonly type: "ChangeStaffNotices"; readonly wants: boolean }
  | AddressCommand
  | ProgramMailCommand
  /** Whether Home reminds them that no one can find them yet. */
  | { readonly type: "ChangeShowReminder"; readonly wants: boolean }
  | OfferCommand
  | InvitationCommand
  | CommissioningCommand
  | ProgramCommand;

/** Staff's decisions about a member. */
export type ProgramCommand =
  | {
    readonly type: "Admit";
    /**
     * Their state on the page. If two staff members decide at once, the second gets an error. A
     * member
     * who is `in` without a decision counts as approved.
     */
    readonly seen: "waiting" | "refused" | "in";
  }
  | {
    readonly type: "Refuse";
    readonly words: string | null;
    readonly seen?: "waiting" | "in" | undefined;
  }
  | { readonly type: "ConfirmCadre" }
  /**
   * Makes a member confirmed cadre, from any role. Also used by the link to the first staff
   * account.
   */
  | { readonly type: "GrantCadre"; readonly isByLink?: boolean | undefined }
  | {
    readonly type: "UnconfirmCadre";
    /** Another staff member who must still be staff then: the last one can't be removed. */
    readonly remainingStaffId: string | null;
  }
  | {
    readonly type: "TakeCadre";
    readonly role: Exclude<Role, "cadre">;
    readonly remainingStaffId: string | null;
  }
  | { readonly type: "Suspend" | "RecordDeath"; readonly remainingStaffId?: string | null }
  | { readonly type: "Unsuspend" | "UndoDeath" }
  | { readonly type: "CloseAsking" }
  | { readonly type: "OpenAsking" };

type AudienceChanges = { readonly [K in keyof ContactAudiences]?: Audience | undefined };

interface ProfileInput {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly isVisible?: boolean | undefined;
  readonly sharedFields?: { readonly [K in keyof SharedFields]?: boolean | undefined } | undefined;
  /** Absent contacts stay unchanged. */
  readonly contactAudiences?: AudienceChanges | undefined;
  readonly topics?: Topics | undefined;
}
