import type { Role } from "../vocabulary.ts";
import type { Audience, ContactAudiences } from "./contact-audiences.ts";
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
  }
  | { readonly type: "SelectRole"; readonly role: Role }
  | {
    readonly type: "ChangeAccountDetails";
    readonly username?: string | undefined;
    readonly email?: string | undefined;
    readonly firstName?: string | undefined;
    readonly lastName?: string | undefined;
  }
  /** `email` is the address that was proved to be theirs. */
  | { readonly type: "VerifyEmail"; readonly email: string }
  | { readonly type: "RecordPasswordReset" }
  | { readonly type: "RecordPasswordChange" }
  | { readonly type: "CreateProfile" } & ProfileWishes
  /** Fields that are not there stay as they are. */
  | {
    readonly type: "ChangeProfile";
    /** Only a profile of one of these versions is changed; any, without them. */
    readonly ifVersions?: readonly string[] | undefined;
  } & ProfileWishes
  /** Contacts that are not there stay as they are. */
  | {
    readonly type: "ChangeContactAudiences";
    readonly audiences: { readonly [K in keyof ContactAudiences]?: Audience | undefined };
  }
  | { readonly type: "ChangeProfileImage"; readonly objectPath: string | null }
  | { readonly type: "DeleteProfile" }
  | { readonly type: "Erase" };

interface ProfileWishes {
  /** Profile fields by name, as they came from outside; the rules check them as a whole. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly isVisible?: boolean | undefined;
  readonly sharedFields?: { readonly [K in keyof SharedFields]?: boolean | undefined } | undefined;
}
