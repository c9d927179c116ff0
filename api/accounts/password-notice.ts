import type { MailAbout } from "../../events/members/handle.ts";
import { draft } from "../mail/letters/messages.ts";

/** Mail that tells a member about a new password. */
export const passwordNotice: MailAbout = ({ after: { email, firstName } }) => [
  draft("password-changed", { to: email, firstName }),
];
