import type { Env } from "hono";
import type { Origin, SignedIn } from "../api/product.ts";
import type { MemberRecord } from "../events/members/record.ts";
import type { Role } from "../events/vocabulary.ts";

/** What the session middleware has put on every request before a page sees it. */
export interface PageEnv extends Env {
  Variables: {
    viewer: MemberRecord | undefined;
    requestId: string;
    origin: Origin;
    /** Sets the session cookie. */
    signIn(signedIn: SignedIn): void;
    /** Ends the session and clears its cookie. */
    signOut(): Promise<void>;
    secureHeadersNonce?: string;
  };
}

/** A member who has chosen a role. */
export type Member = MemberRecord & { readonly role: Role };

/** For the routes that only a member with a role reaches; see `pages/guard.ts`. */
export interface MemberEnv extends Env {
  Variables: PageEnv["Variables"] & { member: Member };
}
