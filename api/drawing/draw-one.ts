/** A program that draws one upload, from its input to its output, and ends. */
import { FileRefused } from "../objects/file-kind.ts";
import { drawings, writeAnswer } from "./answer.ts";
import { drawHere } from "./draw-here.ts";

const input = new Uint8Array(await new Response(Deno.stdin.readable).arrayBuffer());
const as = input[0] === drawings.logo ? "logo" : "picture";
const result = await drawHere(input.subarray(1), as).catch((error) => {
  if (error instanceof FileRefused) return error;
  throw error;
});
const writer = Deno.stdout.writable.getWriter();
await writer.write(writeAnswer(result));
Deno.exit(0);
