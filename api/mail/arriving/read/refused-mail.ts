import type { Content } from "../arriving-mail.ts";

type Reason = Extract<Content, { is: "refused" }>["reason"];

/** A mail that is not read to its end, and why. */
export class RefusedMail extends Error {
  override readonly name = "RefusedMail";

  constructor(readonly reason: Reason) {
    super(`Mail is ${reason}`);
  }
}
