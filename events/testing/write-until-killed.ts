/**
 * Writes to a file until it is killed, many batches at a time: `write-until-killed.ts <url> <first
 * number>`.
 * Prints the number of each batch once it is written.
 *
 * @module
 */
import process from "node:process";
import { openDatabase } from "../store/database.ts";
import { pairOf } from "./pairs.ts";

const [url = "", first = "0"] = process.argv.slice(2);
const database = await openDatabase({ url, durability: "full" });
let next = Number(first);

await Promise.all(Array.from({ length: 16 }, async () => {
  for (;;) {
    const number = next++;
    // Every third batch is refused at its end.
    const isRefused = number % 3 === 0;
    try {
      await database.write(pairOf(number, isRefused ? 1 : number));
      process.stdout.write(`${number}\n`);
    } catch (error) {
      if (!isRefused) throw error;
    }
  }
}));
