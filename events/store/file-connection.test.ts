import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../testing/database.ts";
import { FileConnection } from "./file-connection.ts";

async function twoConnections() {
  const url = `file:${join(await temporaryFolder(), "things.db")}`;
  return [0, 1].map(() => {
    const connection = new FileConnection({ url, durability: "normal" });
    onTestFinished(() => connection.close());
    return connection;
  }) as [FileConnection, FileConnection];
}

describe("a connection whose statements stay prepared", () => {
  it("returns stored values, and counts rows", async () => {
    const [connection] = await twoConnections();
    connection.run("CREATE TABLE things (id INTEGER PRIMARY KEY, a, b, c, d, e)");
    const put = (a: number) =>
      connection.run({
        sql: "INSERT INTO things (a, b, c, d, e) VALUES (?, ?, ?, ?, ?) RETURNING id",
        args: [a, "text", null, new Uint8Array([1, 2]), 1.5],
      });
    expect([put(2 ** 53 - 1), put(2)].map(({ rows }) => rows)).toEqual([[{ id: 1 }], [{ id: 2 }]]);
    const { rows } = connection.run({ sql: "SELECT * FROM things WHERE a > ?2", args: [0, 2] });
    expect(rows).toEqual([
      { id: 1, a: 2 ** 53 - 1, b: "text", c: null, d: new Uint8Array([1, 2]).buffer, e: 1.5 },
    ]);
    expect(connection.run("DELETE FROM things").rowsAffected).toBe(2);
    expect(connection.run("DELETE FROM things").rowsAffected).toBe(0);
  });

  it("works after a refused statement", async () => {
    const [connection, other] = await twoConnections();
    connection.run("CREATE TABLE things (name TEXT UNIQUE)");
    const put = (name: string) =>
      connection.run({ sql: "INSERT INTO things VALUES (?)", args: [name] });
    put("a");
    expect(() => put("a")).toThrow(expect.objectContaining({ code: "SQLITE_CONSTRAINT" }));
    other.run("BEGIN IMMEDIATE");
    expect(() => put("b")).toThrow(expect.objectContaining({ code: "SQLITE_BUSY" }));
    other.run("ROLLBACK");
    put("b");
    expect(connection.run("SELECT count(*) AS count FROM things").rows).toEqual([{ count: 2 }]);
    // No open statement prevents rewriting the file.
    other.run("VACUUM");
  });

  it("names columns as changed by other connections", async () => {
    const [connection, other] = await twoConnections();
    other.run("CREATE TABLE things (a)");
    other.run("INSERT INTO things VALUES (1)");
    const read = () => connection.run("SELECT * FROM things").rows;
    expect(read()).toEqual([{ a: 1 }]);
    other.run("ALTER TABLE things ADD COLUMN b DEFAULT 2");
    expect(read()).toEqual([{ a: 1, b: 2 }]);
    other.run("ALTER TABLE things RENAME TO others");
    expect(read).toThrow("no such table");
  });
});
