import type { MailAbout } from "../../events/members/handle.ts";
import { draft } from "../mail/letters/messages.ts";

/** Tells a member that their account has another password. */
export const passwordNotice: MailAbout = ({ after: { email, firstName } }) => [
  draft("password-changed", { to: email, firstName }),
];
