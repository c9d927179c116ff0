import type { Database } from "../../../events/store/database.ts";
import type { Doors } from "../../auth/doors.ts";
import type { Auth } from "../../auth/open-auth.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { Environment } from "../../config/env.ts";
import type { RefusedAddresses } from "../../mail/outbox/refused-addresses.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type { Background } from "../../node/background.ts";
import type { EventStore } from "../../node/open-event-store.ts";
import type { Erase } from "../erasure/forgetting.ts";
import type { DeclinedInvitations } from "../invitations/declined.ts";
import { Accounts } from "./accounts.ts";
import { Addresses } from "./addresses.ts";
import { Authentication } from "./authentication.ts";
import { EmailChange } from "./change-email.ts";
import { Changes } from "./changes.ts";
import { CodeByMail } from "./code-by-mail.ts";
import { CodeSignIn } from "./code-sign-in.ts";
import { Confirmation } from "./confirmation.ts";
import { createDeleteAccount } from "./delete-account.ts";
import { FirstStaff } from "./first-staff.ts";
import { Login } from "./login.ts";
import { NewAccounts } from "./new-accounts.ts";
import { createOpenAccount } from "./open-account.ts";
import { Passkeys } from "./passkeys.ts";
import { PasswordChange } from "./password-change.ts";
import { PasswordReset } from "./password-reset.ts";
import { type RequireCadreCode, requireCadreCode as requireCode } from "./policies/cadre-code.ts";
import { Registration } from "./registration.ts";
import { Security } from "./security.ts";
import { UndoAddress } from "./undo-address.ts";
import { EmailVerification } from "./verify-email.ts";
import { WayIn } from "./way-in.ts";

interface OpenAccountsParts {
  readonly eventStore: Pick<EventStore, "members" | "readModel">;
  readonly database: Database;
  readonly auth: Auth;
  readonly doors: Doors;
  readonly settings: EffectiveSettings;
  readonly declined: DeclinedInvitations;
  readonly erase: Erase;
  readonly refusedAddresses: RefusedAddresses;
  readonly outgoing: Outgoing;
  readonly background: Background;
  readonly given: {
    readonly cadreCode?: Environment["cadreCode"];
    readonly showsDevToken: boolean;
    /** How long a refused login waits for its answer; a second by default. */
    readonly refusedLoginMs?: number;
  };
  readonly now: () => Date;
}

/** Accounts: how members sign in, and how they change their account. */
export function openAccounts(
  {
    eventStore,
    database,
    auth,
    doors,
    settings,
    declined,
    erase,
    refusedAddresses,
    outgoing,
    background,
    given,
    now,
  }: OpenAccountsParts,
) {
  const { members, readModel: tables } = eventStore;
  const { credentials, limits, passkeys, sessions, tokens } = auth;
  const { newPasswords, proofs, signIn, accessLog } = doors;
  const changes = new Changes({ members, tables, outgoing });
  const verification = new EmailVerification({ tables, tokens, limits, outgoing });
  const emailChange = new EmailChange({ verification, tokens });
  const addresses = new Addresses({
    members: tables.members,
    codes: proofs.addressCodes,
    tokens,
    limits,
    changes,
    refusedAddresses,
    now,
  });
  const confirmation = new Confirmation({ links: proofs.links, changes, settings });
  const passwordChange = new PasswordChange({
    credentials,
    sessions,
    limits,
    changes,
    settings,
    signIn,
  });
  const wayIn = new WayIn({
    members: tables.members,
    tokens,
    limits,
    outgoing,
    background,
    showsDevToken: given.showsDevToken,
  });
  const openAccount = createOpenAccount({
    newPasswords,
    newAccounts: new NewAccounts({ credentials, changes, declined }),
    verification,
    wayIn,
    signIn,
    limits,
  });
  const program = { cadreCode: given.cadreCode, limits };
  const requireCadreCode: RequireCadreCode = (choice, ip) => requireCode(choice, program, ip);

  return {
    accounts: new Accounts({
      changes,
      addresses,
      emailChange,
      tables,
      limits,
      requireCadreCode,
      now,
    }),
    addresses,
    undoAddress: new UndoAddress({
      members: tables.members,
      tokens,
      access: { credentials, passkeys: passkeys.stored, ending: doors.endingAccess },
      changes,
      now,
    }),
    authentication: new Authentication({
      sessions,
      members: tables.members,
      settings,
      accessLog,
    }),
    login: new Login({
      members: tables.members,
      signIn,
      passwords: proofs.passwords,
      passkeys: proofs.passkeys,
      accessLog,
      settings,
      refusedLoginMs: given.refusedLoginMs,
    }),
    registration: new Registration({ settings, requireCadreCode, openAccount }),
    firstStaff: new FirstStaff({
      openAccount,
      changes,
      people: tables.people,
      tokens,
      sessions,
      accessLog,
    }),
    verification,
    confirmation,
    wayIn,
    passkeys: new Passkeys({
      ...passkeys,
      tokens,
      credentials,
      members: tables.members,
      changes,
      outgoing,
      now,
    }),
    passwordReset: new PasswordReset({
      links: proofs.links,
      newPasswords,
      passkeys: passkeys.stored,
      passwordChange,
      confirmation,
      signIn,
      accessLog,
    }),
    codeByMail: new CodeByMail({
      database,
      members: tables.members,
      codes: proofs.codes,
      signIn,
      limits,
      outgoing,
      background,
      showsDevToken: given.showsDevToken,
    }),
    codeSignIn: new CodeSignIn({
      codes: proofs.codes,
      signIn,
      accessLog,
      access: {
        credentials,
        passkeys: passkeys.stored,
        ending: doors.endingAccess,
        tokens,
      },
      confirmation,
      settings,
      database,
    }),
    security: new Security({
      database,
      members: tables.members,
      proofs,
      credentials,
      confirmation,
      newPasswords,
      passwordChange,
      sessions,
      tokens,
      accessLog,
      now,
    }),
    deleteAccount: createDeleteAccount({ members: tables.members, declined, erase, now }),
  };
}
