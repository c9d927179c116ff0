export interface SurgeNumbers {
  /** People whose contacts were looked at. */
  readonly people: number;
  /** New accounts that looked, without deleted ones. */
  readonly accounts: number;
  /** People whose contacts were looked at by accounts that are deleted now. */
  readonly byDeleted: number;
}

/** For example "120 people's contacts were looked at in an hour by 14 new accounts". */
export function surgeText({ people, accounts, byDeleted }: SurgeNumbers): string {
  const whose = people === 1 ? "1 person's" : `${people} people's`;
  const by = [
    ...accounts > 0 || byDeleted === 0 ? [accountsText(accounts)] : [],
    ...byDeleted > 0 ? ["accounts that were deleted right after"] : [],
  ];
  return `${whose} contacts were looked at in an hour by ${by.join(" and ")}`;
}

function accountsText(count: number): string {
  return count === 1 ? "1 new account" : `${count} new accounts`;
}
