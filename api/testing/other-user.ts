import { execFile } from "node:child_process";
import process from "node:process";
import { promisify } from "node:util";
import { as } from "./process.ts";

/** User id to run programs as, when this is root, who may write to everything. */
export const otherUserId = process.getuid?.() === 0 ? 65534 : undefined;

/** Reason why root cannot run programs as that user; `undefined` when it can. */
export const noOtherUser = await promisify(execFile)(as(otherUserId)[0] ?? "true", [
  ...as(otherUserId).slice(1),
  ...(otherUserId === undefined ? [] : [Deno.execPath(), "--version"]),
]).then(() => undefined, () => "root can't run programs as another user here (setpriv)");
