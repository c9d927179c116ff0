import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Where a database file is, and whether it is still there. */
export type Place = ReturnType<typeof watchPlace>;

/** The path of a database's `file:` address. */
export function pathOf(url: string): string {
  return url.startsWith("file:/") ? fileURLToPath(url) : url.slice("file:".length);
}

export function watchPlace(url: string) {
  const path = pathOf(url);
  const opened = look(path);
  return {
    /**
     * Whether the path still leads to the file that was opened. One that was deleted or replaced can be
     * written to as before, and all of it is gone with this process. `true` where nobody may look.
     */
    isKept(): boolean {
      if (opened === undefined) return true;
      const now = look(path);
      return now === undefined || now === opened;
    },
  };
}

/** What names a file, whatever its path; `undefined` where nobody may look. */
function look(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path);
    return `${dev} ${ino}`;
  } catch (error) {
    return (error as { code?: string }).code === "ENOENT" ? "gone" : undefined;
  }
}
