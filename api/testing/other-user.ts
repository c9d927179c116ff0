import { execFile } from "node:child_process";
import process from "node:process";
import { promisify } from "node:util";
import { as } from "./process.ts";

/** User id to run programs as if this is root, because root may write everywhere. */
export const otherUserId = process.getuid?.() === 0 ? 65534 : undefined;

/** Why root can't run programs as that user; `undefined` if it can. */
export const noOtherUser = await promisify(execFile)(as(otherUserId)[0] ?? "true", [
  ...as(otherUserId).slice(1),
  ...(otherUserId === undefined ? [] : [Deno.execPath(), "--version"]),
]).then(() => undefined, () => "root can't run programs as another user here (setpriv)");
