import type { OfferedCell } from "../../../events/invitations/offer-events.ts";

/** Says what a cell of the program's list said, to the person it is about. */
export function saidText({ text, takenAs }: Pick<OfferedCell, "text" | "takenAs">): string {
  const said = `Your program's list said “${text}”`;
  return takenAs === null ? said : `${said}, which we read as ${takenAs}`;
}
