/**
 * Typed queries. Reads use `tablesOf(database)`. A change is a list of statements, each made with
 * `tables`, which one `database.write` applies.
 */
import {
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  DummyDriver,
  type Expression,
  Kysely,
  type QueryResult,
  SelectQueryNode,
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Database, Statement } from "./database-port.ts";
import type { JsonText, Tables } from "./tables.ts";

type Port = Pick<Database, "read"> & Partial<Pick<Database, "write">>;

/** Queries are independent, so they don't wait for each other. */
export class PortAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

export class PortDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(database: Port) {
    this.#connection = connectionTo(database);
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
  // An open transaction would make others wait, and a server has none over HTTP.
  beginTransaction = async () => notOffered();
  commitTransaction = async () => notOffered();
  rollbackTransaction = async () => notOffered();
}

function connectionTo(database: Port): DatabaseConnection {
  return {
    async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
      const { sql, args } = toStatement(compiled);
      if (SelectQueryNode.is(compiled.query)) {
        return { rows: await database.read(sql, args) as R[] };
      }
      const [written] = await database.write?.([{ sql, args }]) ?? [];
      if (written === undefined) throw new Error("This database is only read");
      return { rows: written.rows as R[], numAffectedRows: BigInt(written.rowsAffected) };
    },
    streamQuery: notOffered,
  };
}

function notOffered(): never {
  throw new Error("Hand a list of statements to the database's write");
}

export function dialectOf(createDriver: () => Driver): Dialect {
  return {
    createAdapter: () => new PortAdapter(),
    createDriver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

export type TypedTables = Kysely<Tables>;

const opened = new WeakMap<object, TypedTables>();

/** Typed queries of a database. A change that is executed with it is a transaction of its own. */
export function tablesOf(database: Port): TypedTables {
  const known = opened.get(database);
  if (known !== undefined) return known;
  const made = new Kysely<Tables>({ dialect: dialectOf(() => new PortDriver(database)) });
  opened.set(database, made);
  return made;
}

class NoDatabase extends DummyDriver {
  override async acquireConnection(): Promise<never> {
    throw new Error("This query is only compiled: ask tablesOf(database)");
  }
}

/** Typed queries without a database, to compile into statements. */
export const tables = new Kysely<Tables>({ dialect: dialectOf(() => new NoDatabase()) });

export function statement<R>(query: Compilable<R>): Query<R> & { readonly args: Args } {
  return toStatement(query.compile());
}

type Args = NonNullable<Statement["args"]>;
type Arg = Args[number];

function toStatement({ sql, parameters }: CompiledQuery) {
  return { sql, args: parameters as Args };
}

/** A statement that returns rows of `R`. */
export interface Query<R> extends Statement {
  readonly returns?: R;
}

/** Placeholder of an argument. */
class Parameter {
  constructor(readonly name: string) {}
}

/**
 * Compiles a query once, for every request: building a query takes longer than reading its rows.
 *
 * @param build Gets placeholders of the arguments, which may only be compared, set or inserted.
 */
export function compiledOnce<A extends { readonly [Name in keyof A]: Arg }, R>(
  build: (args: A) => Compilable<R>,
): (args: A) => Query<R> {
  const placeholders = new Proxy({}, {
    get: (_, name) => new Parameter(String(name)),
    ownKeys() {
      throw new Error("Name each argument: they aren't known as a whole");
    },
  }) as A;
  const { sql, parameters } = build(placeholders).compile();
  return (args) => ({
    sql,
    args: parameters.map((value) =>
      value instanceof Parameter ? args[value.name as keyof A] : value as Arg
    ),
  });
}

export async function rowsOf<R>(
  database: Pick<Database, "read">,
  { sql, args }: Query<R>,
): Promise<R[]> {
  return await database.read(sql, args) as R[];
}

/** A list's values as one argument, for `in`: the statement stays the same for any number of them. */
export function anyOf<V extends string | number>(values: readonly V[]) {
  return anyIn<V>(JSON.stringify(values));
}

/** The same for a list's JSON, which can be an argument of what is `compiledOnce`. */
export function anyIn<V extends string | number = string>(json: string) {
  return sql<V>`(select value from json_each(${json}))`;
}

/** A list's values as a table of its own, `listed.value`. */
export function listed(values: readonly string[]) {
  return sql<{ value: string }>`json_each(${JSON.stringify(values)})`.as<"listed">(sql`listed`);
}

/** SQLite's number of a row: later rows have higher ones. */
export const rowId = sql<number>`rowid`;

/**
 * Forgotten texts and views. Matches the index's condition: a comparison with an argument wouldn't
 * use it.
 */
export const isLeft = sql<boolean>`is_left`;

export function parsed<T>(text: JsonText<T>): T {
  return JSON.parse(text);
}

/** Refuses its transaction, like another writer's change, unless a query finds a row. */
export function required(found: Expression<unknown>): Statement {
  const nothing = tables.selectNoFrom(({ lit, val }) => [
    val("required").as("kind"),
    val("").as("digest"),
    lit(null).$castTo<string>().as("member_id"),
  ]).where(({ exists, not }) => not(exists(found)));
  return statement(
    tables.insertInto("claims").columns(["kind", "digest", "member_id"]).expression(nothing),
  );
}
