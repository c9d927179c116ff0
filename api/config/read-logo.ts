import { readFile } from "node:fs/promises";
import { EnvironmentError } from "./environment-error.ts";
import { checkLogo, type Logo } from "./logo.ts";

/**
 * The logo that `LOGO_FILE` names.
 *
 * @throws {EnvironmentError} When it can't be read, or isn't safe to show.
 */
export async function readLogo(path: string): Promise<Logo> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await readFile(path));
  } catch {
    throw new EnvironmentError([`LOGO_FILE: there is no file ${path} that can be read`]);
  }
  const checked = checkLogo(bytes);
  if (typeof checked === "string") throw new EnvironmentError([`LOGO_FILE: ${checked}`]);
  return checked;
}
