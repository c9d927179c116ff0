/** What a surge of looks at contacts comes to. */
export interface SurgeNumbers {
  /** Whose contacts were looked at. */
  readonly people: number;
  /** How many accounts did, of those that are still there. */
  readonly accounts: number;
  /** Whose contacts accounts looked at that are deleted by now. */
  readonly byDeleted: number;
}

/** Such as "120 people's contacts were looked at in an hour by 14 new accounts". */
export function surgeText({ people, accounts, byDeleted }: SurgeNumbers): string {
  const whose = people === 1 ? "1 person's" : `${people} people's`;
  const by = [
    ...accounts > 0 || byDeleted === 0 ? [accountsText(accounts)] : [],
    ...byDeleted > 0 ? ["accounts that were deleted right after"] : [],
  ];
  return `${whose} contacts were looked at in an hour by ${by.join(" and ")}`;
}

export function accountsText(count: number): string {
  return count === 1 ? "1 new account" : `${count} new accounts`;
}
