import { FileRefused } from "../objects/file-kind.ts";

/** A picture as two square WebP images. For a logo, the small one is empty. */
export interface Drawn {
  readonly picture: Uint8Array;
  readonly small: Uint8Array;
}

/** Kinds of drawings. The drawing process and its programs read this as their first byte. */
export const drawings = { picture: 0, logo: 1 } as const;
export type Drawing = keyof typeof drawings;

/** Draws an upload in another process. @throws {FileRefused} @throws {DrawingUnavailable} */
export type Draw = (bytes: Uint8Array, as?: Drawing) => Promise<Drawn>;

/** Enough for two WebP images of at most 512 by 512 pixels, and the line before them. */
export const maxAnswerBytes = 4_000_000;

/** The protocol between the processes: a line of JSON, then the bytes that it counts. */
type DrawingResult =
  | { readonly pictureBytes: number; readonly smallBytes: number }
  | { readonly refused: FileRefused["reason"]; readonly message: string };

/** Ends the line of JSON. */
const lineEnd = 10;

export function writeAnswer(result: Drawn | FileRefused): Uint8Array {
  const isRefused = result instanceof FileRefused;
  const answer: DrawingResult = isRefused
    ? { refused: result.reason, message: result.message }
    : { pictureBytes: result.picture.length, smallBytes: result.small.length };
  const line = new TextEncoder().encode(`${JSON.stringify(answer)}\n`);
  return new Uint8Array(
    Buffer.concat(isRefused ? [line] : [line, result.picture, result.small]),
  );
}

/** Returns `undefined` if the answer breaks off. */
export function readAnswer(bytes: Uint8Array): Drawn | FileRefused | undefined {
  const end = bytes.indexOf(lineEnd);
  if (end < 0) return undefined;
  const answer: DrawingResult = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  if ("refused" in answer) return new FileRefused(answer.refused, answer.message);
  const { pictureBytes, smallBytes } = answer;
  const content = bytes.slice(end + 1);
  if (content.length !== pictureBytes + smallBytes) return undefined;
  return { picture: content.slice(0, pictureBytes), small: content.slice(pictureBytes) };
}
