import { refuseDamaged } from "../../../node/damaged-files.ts";
import { defineCommand } from "../command.ts";
import { openData } from "../open-data.ts";
import { createProgress, TaskError } from "../task.ts";

export const verify = defineCommand({
  summary: "check the database file and the read tables",
  help: `Check the database file, and that the read tables are what the log says. Changes nothing
in the log. The service can keep running.

  npm run admin -- verify

It lets SQLite check the file, rebuilds the read tables in memory from every event, and compares
them with those in use. Exit code 1 means that something is wrong.`,
  options: {},
  async run() {
    const { environment, database, log, readModel, close } = await openData();
    await refuseDamaged(environment, database);
    const position = await log.lastPosition();
    const progress = createProgress("Rebuilding the read tables, event", position);
    const different = await readModel.differences(progress.report);
    progress.end();
    close();
    refuse(
      different.map((table) =>
        `The table "${table}" differs from the log: "npm run rebuild" rebuilds the read tables`
      ),
    );
    return `Everything is in order, up to log position ${position}.

  yes  The database file and its indexes are intact
  yes  Every event can be read
  yes  The read tables match the log`;
  },
});

/** @throws {TaskError} If there is a problem. */
function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new TaskError(problems.join("\n"));
}
