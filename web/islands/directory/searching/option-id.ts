/** The id of the option at a place of the list with this id. */
export function optionId(listId: string, at: number): string {
  return `${listId}-${at}`;
}
