import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type DatabasePath = ReturnType<typeof watchPlace>;

export function pathOf(url: string): string {
  return url.startsWith("file:/")
    ? fileURLToPath(url)
    : decodeURIComponent(url.slice("file:".length));
}

export function watchPlace(url: string) {
  const path = pathOf(url);
  const opened = look(path);
  return {
    /**
     * A file that was deleted or replaced accepts writes, but they are lost when the process ends.
     * `true` if the path can't be read.
     */
    isInPlace(): boolean {
      if (opened === undefined) return true;
      const now = look(path);
      return now === undefined || now === opened;
    },
  };
}

/** Identifies a file whatever its path; `undefined` if it can't be read. */
function look(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path);
    return `${dev} ${ino}`;
  } catch (error) {
    return (error as { code?: string }).code === "ENOENT" ? "gone" : undefined;
  }
}
