import type { MemberTable } from "../../events/read/members.ts";
import type { EffectiveSettings } from "../config/effective-settings.ts";
import type { AccessLog } from "./access-log.ts";
import { createEndingAccess } from "./end-access.ts";
import { createGuessedCodes } from "./guessed-codes.ts";
import { NewPasswords } from "./passwords/new-password.ts";
import type { Auth } from "./open-auth.ts";
import { AddressCodes } from "./proofs/address-code.ts";
import { CodeProofs } from "./proofs/code.ts";
import { LinkProofs } from "./proofs/link.ts";
import { PasskeyProofs } from "./proofs/passkey.ts";
import { PasswordProofs } from "./proofs/password.ts";
import { SignIn } from "./sign-in.ts";
import { Staff } from "./staff.ts";

interface DoorsParts {
  readonly auth: Omit<Auth, "purge">;
  readonly members: Pick<MemberTable, "byId">;
  readonly settings: Pick<EffectiveSettings, "names">;
  readonly accessLog: AccessLog;
  readonly now: () => Date;
}

export type Doors = ReturnType<typeof createDoors>;

/** Creates sign-in by each kind of proof, and step-up checks. */
export function createDoors({ auth, members, settings, accessLog, now }: DoorsParts) {
  const { counts, credentials, knownBrowsers, limits, passkeys, passwords, sessions, tokens } =
    auth;
  const guessedCodes = createGuessedCodes(counts);
  return {
    accessLog,
    guessedCodes,
    signIn: new SignIn({ credentials, sessions, knownBrowsers, accessLog }),
    proofs: {
      passwords: new PasswordProofs({ credentials, passwords, limits, knownBrowsers, members }),
      links: new LinkProofs({ tokens, members }),
      addressCodes: new AddressCodes({
        tokens,
        guessed: guessedCodes,
        key: auth.addressCodeKey,
      }),
      codes: new CodeProofs({ tokens, members, guessed: guessedCodes }),
      passkeys: new PasskeyProofs({ ...passkeys, tokens, members }),
    },
    newPasswords: new NewPasswords({ passwords, settings }),
    staff: new Staff({ members, limits, now }),
    endingAccess: createEndingAccess(sessions, tokens),
  };
}
