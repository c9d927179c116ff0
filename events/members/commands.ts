import type { Role } from "../vocabulary.ts";
import type { Audience, ContactAudiences } from "../contacts/audiences.ts";
import type { AdmissionNeed } from "../program/admission.ts";
import type { InvitationCommand } from "../invitations/invitation.ts";
import type { OfferCommand } from "../invitations/offer.ts";
import type { Topics } from "../program/topics.ts";
import type { SharedFields } from "./profile.ts";

/** Everything that a member, or someone for them, can ask for. Texts were checked at the edge. */
export type MemberCommand =
  | {
    readonly type: "Register";
    readonly username: string;
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly role: Role | null;
    /** Who sees their contacts until they say otherwise; every member, without it. */
    readonly contactsFor?: Audience | undefined;
    /** They gave the program's code for the role. */
    readonly hasCode?: boolean | undefined;
    /** What they wait for before they see others; nothing, without it. */
    readonly needs?: AdmissionNeed | undefined;
  }
  | {
    readonly type: "SelectRole";
    readonly role: Role;
    /** By what the role is confirmed, too, where it is one that the program gives. */
    readonly confirmedBy?: "code" | "operator" | undefined;
    /** Someone else who is staff and still is when this is recorded; the last of them can't change their role. */
    readonly remainingStaffId?: string | null;
  }
  | {
    readonly type: "ChangeAccountDetails";
    readonly username?: string | undefined;
    readonly email?: string | undefined;
    readonly firstName?: string | undefined;
    readonly lastName?: string | undefined;
  }
  /** `email` is the address that was proved to be theirs. */
  | {
    readonly type: "VerifyEmail";
    readonly email: string;
    /** The domain of it, where that is one whose addresses need no approval. */
    readonly domain?: string | undefined;
  }
  | { readonly type: "RecordPasswordReset" }
  | { readonly type: "RecordPasswordChange" }
  /** An operator made a link that sets a password. */
  | { readonly type: "RecordPasswordLink" }
  /** An operator saved a copy of everything that is stored about them. */
  | { readonly type: "RecordExport" }
  | { readonly type: "CreateProfile" } & ProfileWishes
  /** Fields that are not there stay as they are. */
  | {
    readonly type: "ChangeProfile";
    /** Only a profile of one of these versions is changed; any, without them. */
    readonly ifVersions?: readonly string[] | undefined;
  } & ProfileWishes
  /** Contacts that are not there stay as they are. */
  | { readonly type: "ChangeContactAudiences"; readonly audiences: AudienceWishes }
  | { readonly type: "ChangeProfileImage"; readonly objectPath: string | null }
  | { readonly type: "DeleteProfile" }
  | {
    readonly type: "Erase";
    /** Only who has not answered an invitation yet. */
    readonly ifUnanswered?: boolean;
    /** Someone else who is staff and still is when this is recorded; the last of them can leave all the same. */
    readonly remainingStaffId?: string | null;
  }
  | { readonly type: "ChangeStaffNotices"; readonly wants: boolean }
  | OfferCommand
  | InvitationCommand
  | ProgramCommand;

/** What the program decides about a member, by its staff or by an operator. */
export type ProgramCommand =
  & { readonly by: "staff" | "operator" }
  & (
    | {
      readonly type: "Admit";
      /**
       * What they were when it was decided; of two who decide at once, one is told. Somebody who is `in` by themselves
       * is known to the program from then on.
       */
      readonly seen: "waiting" | "refused" | "in";
    }
    | {
      readonly type: "Refuse";
      readonly words: string | null;
      /** What they were when it was decided, as above; `waiting` without it. */
      readonly seen?: "waiting" | "in" | undefined;
    }
    | { readonly type: "ConfirmCadre" }
    /** Makes somebody cadre, whatever they were. */
    | { readonly type: "GrantCadre" }
    | {
      readonly type: "UnconfirmCadre";
      /** Someone else who is staff and still is when this is recorded; staff can't remove the last one. */
      readonly remainingStaffId: string | null;
    }
    | {
      readonly type: "TakeCadre";
      /** What they are from now on. */
      readonly role: Exclude<Role, "cadre">;
      readonly remainingStaffId: string | null;
    }
    | { readonly type: "Suspend" }
    | { readonly type: "Unsuspend" }
    | { readonly type: "CloseAsking" }
    | { readonly type: "OpenAsking" }
  );

type AudienceWishes = { readonly [K in keyof ContactAudiences]?: Audience | undefined };

interface ProfileWishes {
  /** Profile fields by name, as they came from outside; the rules check them as a whole. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly isVisible?: boolean | undefined;
  readonly sharedFields?: { readonly [K in keyof SharedFields]?: boolean | undefined } | undefined;
  /** Contacts that are not there stay as they are. */
  readonly contactAudiences?: AudienceWishes | undefined;
  /** The program's help topics; without them, the product's. */
  readonly topics?: Topics | undefined;
}
