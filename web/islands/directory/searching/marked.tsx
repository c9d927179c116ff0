import { matchPieces } from "./matches.ts";

export interface MarkedProps {
  readonly text: string;
  /** As it was typed. */
  readonly search: string;
}

/** A text with the words that were searched for marked. */
export function Marked({ text, search }: MarkedProps) {
  const pieces = matchPieces(text, search);
  return pieces.map((piece, index) =>
    piece.isMatch ? <mark key={index} className="match">{piece.text}</mark> : piece.text
  );
}
