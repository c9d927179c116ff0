/** Turns every error into an answer. No other file knows statuses. */
import { HTTPException } from "hono/http-exception";
import { Refusal, type RefusalCode } from "../../events/errors.ts";
import { Abandoned } from "../auth/limits/concurrency-limit.ts";
import { Problem, type ProblemStatus } from "../contract/problem.ts";
import { outageOf } from "../node/outages.ts";
import { FileRefused } from "../objects/file-kind.ts";
import { TooLarge, type UploadRefusal, UploadRefused } from "../objects/object-store.ts";

const refusalStatus: Record<RefusalCode, ProblemStatus> = {
  "member/exists": 409,
  // The member is the caller, whose account was deleted during the request.
  "member/not-found": 401,
  "member/username-taken": 409,
  "member/email-taken": 409,
  "member/email-changed": 400,
  "member/address-unconfirmed": 403,
  "member/address-yours": 409,
  "profile/exists": 409,
  "profile/not-found": 404,
  "profile/changed": 412,
  "profile/invalid": 400,
  "profile/role-missing": 403,
  "connection/yourself": 400,
  "connection/no-profile": 404,
  "connection/unconfirmed": 403,
  "connection/open": 409,
  "connection/blocking": 409,
  "connection/blocked-lately": 409,
  "connection/declined-lately": 403,
  "connection/not-taking": 403,
  "connection/too-many-open": 429,
  "connection/too-many-lately": 429,
  "connection/invalid": 400,
  "connection/not-found": 404,
  "connection/answered": 409,
  "connection/final": 409,
  "connection/not-silent": 409,
  "connection/unanswered": 409,
  "connection/full": 409,
  "connection/over": 409,
  "question/cadets-only": 403,
  "question/open": 409,
  "question/over": 409,
  "question/kept": 409,
  "contact/unconfirmed": 403,
  "contact/too-many": 429,
  "connection/asking-closed": 403,
  "program/waiting": 403,
  "program/suspended": 409,
  "program/decided": 409,
  "invitation/answered": 409,
  "invitation/muted": 409,
  "program/no-cadre": 409,
  "program/unconfirmed": 409,
  "program/last-staff": 409,
  "program/has-access": 409,
  "commissioning/no-cadet": 409,
  "commissioning/confirmed": 409,
  "commissioning/invalid": 400,
  "commissioning/too-late": 409,
  "settings/topic": 409,
  "settings/fixed": 409,
  "settings/no-topic": 404,
  "report/not-found": 404,
  "report/own": 403,
  "report/handled": 409,
  "report/gone": 409,
  "report/already-open": 409,
  "report/too-many": 429,
};

const fileStatus: Record<FileRefused["reason"], ProblemStatus> = {
  "too-large": 413,
  "wrong-type": 415,
  damaged: 400,
};

const tooLarge = [413, "The file is larger than 10 MB"] as const;
const uploadProblems: Record<UploadRefusal, readonly [ProblemStatus, string]> = {
  forged: [403, "This isn't an upload URL"],
  expired: [403, "This upload has expired. Start again."],
  used: [409, "A file was already uploaded here. Start again."],
  "too-large": tooLarge,
  empty: [400, "The file is empty"],
  "broken-off": [400, "The upload was interrupted. Try again."],
};

/** The problem to answer with; `undefined` for a bug. */
export function toProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (error instanceof Refusal) {
    const { fields } = error;
    const status = refusalStatus[error.code];
    return new Problem(status, error.message, {
      ...(fields && { fields }),
      // These take days or depend on someone else, so retrying after an hour is soon enough.
      ...(status === 429 && { retryAfterSeconds: 60 * 60 }),
    });
  }
  if (error instanceof FileRefused) return new Problem(fileStatus[error.reason], error.message);
  if (error instanceof TooLarge) return new Problem(...tooLarge);
  if (error instanceof UploadRefused) return new Problem(...uploadProblems[error.reason]);
  // The client has gone, so no one reads the answer. Not logged as a bug.
  if (error instanceof Abandoned) return new Problem(400, "The request was canceled");
  const outage = outageOf(error);
  if (outage !== undefined) {
    const { message, retryAfterSeconds } = outage;
    return new Problem(503, message, { retryAfterSeconds });
  }
  if (error instanceof HTTPException && error.status === 400) {
    return new Problem(400, "The body is not valid JSON");
  }
  return undefined;
}
