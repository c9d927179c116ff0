import type { Piece } from "./matches.ts";

/** A text with the words that were searched for marked. */
export function Marked({ pieces }: { readonly pieces: readonly Piece[] }) {
  return pieces.map((piece, index) =>
    piece.isMatch ? <mark key={index} className="match">{piece.text}</mark> : piece.text
  );
}
