import type { TestApp } from "./app.ts";

/** Makes every session one that began an hour ago, and in which the password was not given since. */
export async function passwordGivenLongAgo({ database }: Pick<TestApp, "database">) {
  await database.write([{
    sql: `UPDATE sessions SET sess = json_set(json_remove(sess, '$.confirmedAtMs'),
      '$.createdAtMs', json_extract(sess, '$.createdAtMs') - 3600000)`,
    args: [],
  }]);
}
