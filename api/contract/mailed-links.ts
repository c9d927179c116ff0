/** Names of mailed links that don't open a conversation. */

/** Replaces a connection's id in the link that resumes a mentor's requests. */
export const resumeLink = "resume";

/** Replaces the id in the link that confirms a profile. */
export const profileLink = "profile";

/** Replaces the id in the link that turns off the program's own mails. */
export const programMailsLink = "program-mails";

/** Whether a link doesn't open a conversation. */
export function isSpecialLink(connectionId: string): boolean {
  return [resumeLink, profileLink, programMailsLink].includes(connectionId);
}
