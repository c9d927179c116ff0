import type { PageEnv } from "../api/middleware/session.ts";
import type { MemberRecord } from "../events/members/record.ts";
import type { Role } from "../events/vocabulary.ts";

export type { PageEnv } from "../api/middleware/session.ts";

/** A member who has chosen a role. */
export type Member = MemberRecord & { readonly role: Role };

/** For the routes that only a member with a role reaches; see `pages/guard.tsx`. */
export interface MemberEnv extends PageEnv {
  Variables: PageEnv["Variables"] & { member: Member };
}
