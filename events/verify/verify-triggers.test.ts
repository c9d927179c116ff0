import { describe, expect, it } from "vitest";
import { temporaryDatabase } from "../testing/database.ts";
import { databaseOnServer, describeWithLibsqlServer } from "../testing/libsql-server.ts";
import { openLibsqlLog } from "../log/libsql.ts";
import type { Database } from "../database.ts";
import { verifyTriggers } from "./verify-triggers.ts";

function describeRules(create: () => Promise<Database>) {
  const given = async (...statements: readonly string[]) => {
    const database = await create();
    await openLibsqlLog(database, () => 1);
    await database.write(statements.map((sql) => ({ sql })));
    return await verifyTriggers(database);
  };

  it("finds nothing in a database as it was made", async () => {
    expect(await given("CREATE TRIGGER mine AFTER INSERT ON claims BEGIN SELECT 1; END")).toEqual(
      [],
    );
  });

  it("names a rule that is gone", async () => {
    expect(await given("DROP TRIGGER events_are_never_deleted")).toEqual([{
      position: undefined,
      what: 'The rule "events_are_never_deleted" of the log\'s database is gone: ' +
        "another program changed it",
    }]);
  });

  it("names a rule that allows what it forbade", async () => {
    const findings = await given(
      "DROP TRIGGER events_are_never_updated",
      "CREATE TRIGGER events_are_never_updated BEFORE UPDATE ON events BEGIN SELECT 1; END",
    );
    expect(findings).toMatchObject([{ what: expect.stringContaining("is not what it was") }]);
  });
}

describe("verifying the triggers of the log's database", () => describeRules(temporaryDatabase));

describeWithLibsqlServer(
  "verifying the triggers of a log on a libSQL server",
  () => describeRules(databaseOnServer),
);
