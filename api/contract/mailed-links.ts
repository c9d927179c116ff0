/** Names of mailed links that open no conversation. */

/** Replaces a connection's id in the link with which a mentor takes requests again. */
export const resumeLink = "resume";

/** The same in the link with which the owner of a profile confirms it. */
export const profileLink = "profile";

/** The same in the link that turns off mails that no member caused. */
export const programMailsLink = "program-mails";

/** Whether a link opens something else than a conversation. */
export function isSpecialLink(connectionId: string): boolean {
  return [resumeLink, profileLink, programMailsLink].includes(connectionId);
}
