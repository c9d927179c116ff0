import { Buffer } from "node:buffer";
import type { CreatedPasskey, PasskeyAnswer } from "../../contract/passkey.ts";
import type { RelyingParty } from "./relying-party.ts";
import type { NewPasskey, StoredKey } from "./stored-passkeys.ts";

// Loaded at the first use, because it takes as long as the rest of a start.
const library = () => import("@simplewebauthn/server");

type Used = Pick<NewPasskey, "counter" | "isBackedUp">;

/** The challenge that a browser's answer names. `undefined` for nonsense, and from another site's frame. */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
    return data.crossOrigin === true || typeof data.challenge !== "string"
      ? undefined
      : data.challenge;
  } catch {
    return undefined;
  }
}

/**
 * Checks an answer to a challenge that was checked before: origin, host, the person's presence and PIN,
 * fingerprint or face, signature and counter.
 *
 * @returns The changed fields; `undefined` if anything is wrong.
 */
export async function verifyAnswer(
  answer: PasskeyAnswer,
  key: StoredKey & { readonly isBackedUp: boolean },
  challenge: string,
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
): Promise<Used | undefined> {
  const { userHandle, ...response } = answer.response;
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID,
      // Copies on several devices have different counters.
      credential: {
        id: answer.id,
        publicKey: key.publicKey,
        counter: key.isBackedUp ? 0 : key.counter,
      },
      requireUserVerification: true,
    });
    if (!verified || userHandle && userHandle !== handleOf(key.memberId)) return undefined;
    const { newCounter: counter, credentialBackedUp: isBackedUp } = authenticationInfo;
    return { counter, isBackedUp };
  } catch {
    // The library throws for each reason. People get one message for all.
    return undefined;
  }
}

/** Checks a new passkey. @returns `undefined` if anything is wrong. */
export async function verifyCreated(
  created: CreatedPasskey,
  challenge: string,
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
): Promise<Omit<NewPasskey, "memberId" | "name"> | undefined> {
  const { verifyRegistrationResponse } = await library();
  try {
    // Other formats have certificates, and the library would fetch their revocation lists from anywhere.
    if (await formatOf(created) !== "none") return undefined;
    const { transports = [], ...response } = created.response;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...created, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...algorithms],
    });
    if (!verified) return undefined;
    const { credential: { id, publicKey, counter }, credentialBackedUp } = registrationInfo;
    if (id !== created.id) return undefined;
    return { credentialId: id, publicKey, counter, transports, isBackedUp: credentialBackedUp };
  } catch {
    return undefined;
  }
}

/** A key that no passkey has and no member owns: the base point of its curve. */
export const ofNoOne: StoredKey & { readonly isBackedUp: boolean } = {
  credentialId: "",
  memberId: "",
  publicKey: new Uint8Array(Buffer.from(
    "a5010203262001215820" +
      "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296225820" +
      "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
    "hex",
  )),
  counter: 0,
  isBackedUp: false,
};

/** Ed25519, ES256 and RS256 (Windows Hello), by their COSE numbers. */
export const algorithms = [-8, -7, -257] as const;

/** The user handle that passkeys store, in base64url. The random id reveals nothing about the member. */
export function handleOf(memberId: string): string {
  return Buffer.from(memberId).toString("base64url");
}

async function formatOf({ response }: CreatedPasskey): Promise<string> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  return decodeAttestationObject(
    new Uint8Array(Buffer.from(response.attestationObject, "base64url")),
  ).get("fmt");
}
