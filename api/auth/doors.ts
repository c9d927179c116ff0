import type { MemberTable } from "../../events/read/members.ts";
import type { EffectiveSettings } from "../config/effective-settings.ts";
import { createCheckPassword } from "./check-password.ts";
import { createEndingAccess } from "./end-access.ts";
import { NewPasswords } from "./new-password.ts";
import type { Auth } from "./open-auth.ts";
import { LinkOwners } from "./owner-of-link.ts";
import { SignIn } from "./sign-in.ts";
import { Staff } from "./staff.ts";

interface DoorsParts {
  readonly auth: Omit<Auth, "counts" | "purge">;
  readonly members: Pick<MemberTable, "byId">;
  readonly settings: Pick<EffectiveSettings, "names">;
  readonly now: () => Date;
}

export type Doors = ReturnType<typeof createDoors>;

/** How people come in, by password or link, and what is asked again inside. */
export function createDoors({ auth, members, settings, now }: DoorsParts) {
  const { credentials, knownBrowsers, limits, passwords, sessions, tokens } = auth;
  return {
    signIn: new SignIn({ credentials, sessions, knownBrowsers }),
    linkOwners: new LinkOwners({ tokens, members }),
    newPasswords: new NewPasswords({ passwords, settings }),
    checkPassword: createCheckPassword({ limits, credentials, passwords }),
    staff: new Staff({ members, limits, now }),
    endingAccess: createEndingAccess(sessions, tokens),
  };
}
