/** Such as "120 people's contacts were looked at in an hour by 14 new accounts". */
export function surgeText(
  { people, accounts }: { readonly people: number; readonly accounts: number },
): string {
  const whose = people === 1 ? "1 person's" : `${people} people's`;
  return `${whose} contacts were looked at in an hour by ${accountsText(accounts)}`;
}

export function accountsText(count: number): string {
  return count === 1 ? "1 new account" : `${count} new accounts`;
}
