import type { OwnProfile } from "../../events/members/privacy.ts";

export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 412 | 413 | 415 | 429 | 503;

export type FieldMessages = Readonly<Record<string, string>>;

/** A request can't be fulfilled. The message is for the member. */
export class Problem extends Error {
  override readonly name = "Problem";

  constructor(
    readonly status: ProblemStatus,
    message: string,
    readonly details: {
      readonly fields?: FieldMessages;
      /** Whole seconds until a retry makes sense. */
      readonly retryAfterSeconds?: number;
      /** The request can be repeated after the member confirms their identity. */
      readonly confirm?: true;
      /** The confirmation needs another kind of proof, because staff need two. */
      readonly isSecond?: true;
      /** The member's stored profile, if the request was based on an older one. */
      readonly profile?: OwnProfile;
    } = {},
  ) {
    super(message);
  }

  get fields(): FieldMessages | undefined {
    return this.details.fields;
  }

  get retryAfterSeconds(): number | undefined {
    return this.details.retryAfterSeconds;
  }
}

/** Body of every error answer. */
export interface ProblemBody {
  readonly message: string;
  readonly fields?: FieldMessages;
  readonly confirm?: true;
  readonly profile?: OwnProfile;
}

export function toBody({ message, details: { fields, confirm, profile } }: Problem): ProblemBody {
  return {
    message,
    ...(fields && { fields }),
    ...(confirm && { confirm }),
    ...(profile && { profile }),
  };
}
