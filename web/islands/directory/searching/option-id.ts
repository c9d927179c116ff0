/** Id of the option at an index of the list with this id. */
export function optionId(listId: string, at: number): string {
  return `${listId}-${at}`;
}
