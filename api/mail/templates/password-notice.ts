import type { MailAbout } from "../../../events/members/handle.ts";
import { draft } from "./messages.ts";

/** Notice to a member about a new password, in case they did not set it. */
export const passwordNotice: MailAbout = ({ after: { email, firstName } }) => [
  draft("password-changed", { to: email, firstName }),
];
