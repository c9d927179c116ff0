/** The largest list that can be imported. Pages, the command and the proxy's settings follow these. */
export const maxFileMegabytes = 10;
export const maxFileBytes = maxFileMegabytes * 1_000_000;
export const maxPeople = 5_000;
/** Outlook exports 92. */
export const maxColumns = 256;

export const peopleText = maxPeople.toLocaleString("en-US");
