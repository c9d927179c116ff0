/**
 * The largest list that can be imported. Pages, the command and the proxy's settings use these
 * limits.
 */
export const maxFileMegabytes = 10;
export const maxFileBytes = maxFileMegabytes * 1_000_000;
/** A file, and what a form writes around it. */
export const maxFormBytes = maxFileBytes + 10_000;
export const tooLargeText =
  `This file is larger than ${maxFileMegabytes} MB. Delete pictures and ` +
  "sheets you don't need";
export const maxPeople = 5_000;
/** Outlook exports 92. */
export const maxColumns = 256;

export const peopleText = maxPeople.toLocaleString("en-US");
