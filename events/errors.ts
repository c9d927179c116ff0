/** Codes of all refusals. Their HTTP statuses are in `api/http/problems.ts`. */
export type RefusalCode =
  | "member/exists"
  | "member/not-found"
  | "member/username-taken"
  | "member/email-taken"
  | "member/email-changed"
  | "member/address-unconfirmed"
  | "member/address-yours"
  | "profile/exists"
  | "profile/not-found"
  | "profile/changed"
  | "profile/invalid"
  | "profile/role-missing"
  | "connection/yourself"
  | "connection/no-profile"
  | "connection/unconfirmed"
  | "connection/open"
  | "connection/blocking"
  | "connection/blocked-lately"
  | "connection/declined-lately"
  | "connection/not-taking"
  | "connection/too-many-open"
  | "connection/too-many-lately"
  | "connection/invalid"
  | "connection/not-found"
  | "connection/answered"
  | "connection/final"
  | "connection/not-silent"
  | "connection/unanswered"
  | "connection/full"
  | "connection/over"
  | "question/cadets-only"
  | "question/open"
  | "question/over"
  | "question/kept"
  | "contact/unconfirmed"
  | "contact/too-many"
  | "connection/asking-closed"
  | "program/suspended"
  | "program/waiting"
  | "program/decided"
  | "invitation/answered"
  | "invitation/muted"
  | "program/no-cadre"
  | "program/unconfirmed"
  | "program/last-staff"
  | "program/has-access"
  | "commissioning/no-cadet"
  | "commissioning/confirmed"
  | "commissioning/invalid"
  | "commissioning/too-late"
  | "settings/topic"
  | "settings/fixed"
  | "settings/no-topic"
  | "report/not-found"
  | "report/own"
  | "report/handled"
  | "report/gone"
  | "report/already-open"
  | "report/too-many";

/** A rule forbids a command. Its messages are written for the member. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly fields?: Readonly<Record<string, string>>,
  ) {
    super(message);
  }
}

/** Resolves with `undefined` if the member was erased while background work ran for them. */
export async function unlessErased<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && error.code === "member/not-found") return undefined;
    throw error;
  }
}
