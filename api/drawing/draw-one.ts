/** A program that draws one upload, from its input to its output, and ends. */
import { FileRefused } from "../objects/file-kind.ts";
import { writeAnswer } from "./answer.ts";
import { drawHere } from "./draw-here.ts";

const bytes = new Uint8Array(await new Response(Deno.stdin.readable).arrayBuffer());
const result = await drawHere(bytes).catch((error) => {
  if (error instanceof FileRefused) return error;
  throw error;
});
const writer = Deno.stdout.writable.getWriter();
await writer.write(writeAnswer(result));
Deno.exit(0);
