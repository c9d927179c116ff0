import type { Along } from "../../../events/members/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { requireConfirmed } from "../../auth/confirmed.ts";
import type { Credentials } from "../../auth/credentials.ts";
import type { Origin } from "../../auth/origin.ts";
import type { Challenges } from "../../auth/passkeys/challenges.ts";
import type { RelyingParty } from "../../auth/passkeys/relying-party.ts";
import {
  maxPasskeys,
  type Passkey,
  type StoredPasskeys,
} from "../../auth/passkeys/stored-passkeys.ts";
import { algorithms, challengeIn, handleOf, verifyCreated } from "../../auth/passkeys/verify.ts";
import type { Tokens } from "../../auth/tokens.ts";
import type { CreatedPasskey } from "../../contract/passkey.ts";
import { Problem } from "../../contract/problem.ts";
import { siteName } from "../../mail/templates/letterhead.ts";
import { draft } from "../../mail/templates/messages.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type { Changes } from "./changes.ts";

interface PasskeysParts {
  readonly stored: StoredPasskeys;
  readonly challenges: Pick<Challenges, "isValid" | "make">;
  /** `undefined` where there are no passkeys. */
  readonly party: RelyingParty | undefined;
  readonly tokens: Pick<Tokens, "peek" | "marking">;
  readonly credentials: Pick<Credentials, "of">;
  readonly members: Pick<MemberTable, "byId">;
  readonly changes: Pick<Changes, "save">;
  readonly outgoing: Pick<Outgoing, "current" | "letterhead">;
  readonly now: () => Date;
}

/** How long browsers wait for a finger, a face or a PIN. */
const timeout = 5 * 60 * 1000;

/** A member's passkeys, and the options with which browsers make and use them. */
export class Passkeys {
  constructor(private readonly parts: PasskeysParts) {}

  /** Whether the site has a name, which passkeys need. */
  get arePossible(): boolean {
    return this.parts.party !== undefined;
  }

  list(memberId: string): Promise<readonly Passkey[]> {
    return this.parts.stored.of(memberId);
  }

  /** For `navigator.credentials.get`, in JSON. The browser shows the passkeys that it has. */
  optionsToSignIn() {
    return this.#optionsToGet(this.parts.challenges.make("sign in", ""), []);
  }

  async optionsToConfirm(memberId: string) {
    const { challenges } = this.parts;
    return this.#optionsToGet(challenges.make("confirm", memberId), await this.list(memberId));
  }

  #optionsToGet(challenge: string, allowed: readonly Passkey[]) {
    const { id: rpId } = this.#party();
    const allowCredentials = allowed.map(descriptorOf);
    return { challenge, rpId, timeout, userVerification: "required", allowCredentials } as const;
  }

  /** For `navigator.credentials.create`, in JSON. @throws {Problem} 403 without a confirmed address. */
  async optionsToAdd(member: MemberRecord) {
    const { challenges, outgoing } = this.parts;
    const { id } = this.#party();
    requireAddress(member);
    const { memberId, username, firstName, lastName } = member;
    return {
      challenge: challenges.make("add", memberId),
      rp: { id, name: siteName(outgoing.letterhead) },
      user: {
        id: handleOf(memberId),
        name: username,
        displayName: `${firstName} ${lastName}`,
      },
      pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key" as const, alg })),
      timeout,
      attestation: "none",
      excludeCredentials: (await this.list(memberId)).map(descriptorOf),
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
    } as const;
  }

  /**
   * Adds a passkey, and tells its owner by mail.
   * @throws {Problem} 403 with `confirm`; 403 without a confirmed address; 400 if it isn't valid;
   * 409 for the eleventh, or for one that another member has.
   */
  async add(
    memberId: string,
    { created, name }: { readonly created: CreatedPasskey; readonly name: string },
    origin: Origin,
  ): Promise<void> {
    const { stored, challenges, tokens, now } = this.parts;
    requireConfirmed(origin.session, now());
    const member = await this.#present(memberId);
    requireAddress(member);
    const challenge = challengeIn(created.response.clientDataJSON);
    const isUsed = async () =>
      await tokens.peek("passkey-challenge", challenge ?? "") !== undefined;
    const isOurs = challenge !== undefined && challenges.isValid(challenge, "add", memberId);
    const passkey = isOurs && !await isUsed()
      ? await verifyCreated(created, challenge, this.#party())
      : undefined;
    if (passkey === undefined) throw cantAdd();
    const along = async () => {
      const [passkeys, taken] = [
        await this.list(memberId),
        await stored.find(passkey.credentialId),
      ];
      if (passkeys.length >= maxPasskeys) throw new Problem(409, tooMany);
      if (taken !== undefined) throw new Problem(409, "This device has a passkey already.");
      if (await isUsed()) throw cantAdd();
      return [
        ...await stored.adding({ ...passkey, memberId, name }),
        tokens.marking("passkey-challenge", challenge ?? "", memberId),
      ];
    };
    await this.#save(member, "added", along, origin);
  }

  /** Renames a passkey. Does nothing to another member's. */
  async rename(memberId: string, credentialId: string, name: string): Promise<void> {
    const passkey = (await this.list(memberId)).find((one) => one.credentialId === credentialId);
    if (passkey !== undefined) await this.parts.stored.rename(memberId, passkey, name);
  }

  /**
   * Removes a passkey, and tells its owner by mail. The last one stays if there is no password and
   * no code could be mailed: there would be no other way to sign in.
   * @throws {Problem} 403 with `confirm`; 409 for the last way in, or if it is gone already.
   */
  async remove(memberId: string, credentialId: string, origin: Origin): Promise<void> {
    const { stored, credentials, outgoing, now } = this.parts;
    requireConfirmed(origin.session, now());
    const member = await this.#present(memberId);
    const isMailed = member.emailVerified && !(await outgoing.current()).isFolder;
    const along = async () => {
      const passkeys = await this.list(memberId);
      if (!passkeys.some((one) => one.credentialId === credentialId)) {
        throw new Problem(409, "This passkey was removed already.");
      }
      const isWayIn = !isMailed && (await credentials.of(memberId)).passwordHash === undefined;
      if (isWayIn && passkeys.length === 1) throw new Problem(409, lastWay);
      return stored.removing(memberId, credentialId, { needsOther: isWayIn });
    };
    await this.#save(member, "removed", along, origin);
  }

  async dismissOffer(memberId: string, origin: Origin): Promise<void> {
    await this.parts.changes.save(memberId, { type: "DismissPasskeyOffer" }, origin);
  }

  async #save(
    { memberId, email, firstName }: MemberRecord,
    is: "added" | "removed",
    along: Along,
    origin: Origin,
  ): Promise<void> {
    const mail = () => [draft(`passkey-${is}`, { to: email, firstName })];
    await this.parts.changes.save(memberId, { type: "RecordPasskey", is }, origin, mail, along);
  }

  async #present(memberId: string): Promise<MemberRecord> {
    const member = await this.parts.members.byId(memberId);
    if (member === undefined) throw new Problem(401, "Not authenticated");
    return member;
  }

  #party(): RelyingParty {
    const { party } = this.parts;
    if (party === undefined) throw new Problem(404, "Passkeys need a site with a name");
    return party;
  }
}

const tooMany = `You have ${maxPasskeys} passkeys. Remove one first.`;
const lastWay =
  "This passkey is your only way to sign in. Set a password or confirm your email address first.";

function cantAdd(): Problem {
  return new Problem(400, "The passkey couldn't be added. Try again.");
}

function requireAddress({ emailVerified }: MemberRecord): void {
  if (!emailVerified) throw new Problem(403, "Confirm your email address first");
}

function descriptorOf({ credentialId: id, transports }: Passkey) {
  return { id, type: "public-key" as const, transports };
}
