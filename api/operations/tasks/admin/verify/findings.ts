import type { Finding } from "../../../../../events/verify/verify-log.ts";
import { TaskError } from "../../task.ts";

/** @param answer More for `--json`. @throws {TaskError} With all findings, if there are any. */
export function refuseFindings(findings: readonly Finding[], answer: object = {}): void {
  if (findings.length === 0) return;
  const refused = (message: string) => {
    const [error = message] = message.split(":\n");
    return new TaskError(message, 1, { ...answer, error, findings });
  };
  const lines = findings.map(({ position, what }) =>
    position === undefined ? `  ${what}` : `  position ${position}: ${what}`
  );
  if (findings.every(({ needsUpgrade }) => needsUpgrade)) {
    throw refused(
      `A later version of the product wrote to this log:\n${lines.join("\n")}\n\n` +
        "Nothing is wrong with it. Use the version that wrote it, or a later one.",
    );
  }
  throw refused(
    `Not everything is as it was recorded:\n${lines.join("\n")}\n\n` +
      'If only the read tables differ, "npm run rebuild" rebuilds them. If the log is broken, ' +
      "stop the service, keep a copy of the data folder, and restore the latest backup that " +
      'verifies ("npm run admin -- restore --help").',
  );
}
