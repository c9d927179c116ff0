import process from "node:process";
import { openDatabase } from "./events/database.ts";
import { countedRows, pagePositions } from "./events/report/log-rows.ts";
import { makeReports } from "./events/report/make-reports.ts";
const db = await openDatabase({ url: Deno.args[0]!, durability: "normal" });
const [{ p }] = await db.read("SELECT max(position) AS p FROM events") as any;
const N = Number(p);
const cpu = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1e6; };
const time = async (name: string, f: () => Promise<unknown>) => { const c = cpu(), s = performance.now(); await f(); console.log(name, "cpu", (cpu() - c).toFixed(2), "wall", ((performance.now() - s) / 1000).toFixed(2)); };
const sql = `SELECT position, member_id, type, schema_version, at_ms, facts FROM (${countedRows})`;
for (let r = 0; r < Number(Deno.args[1] ?? 4); r++) {
  await time("scan of the same rows", async () => { for (let a = 0; a < N; a += pagePositions) await db.read(sql, [a, a + pagePositions]); });
  await time("report", () => makeReports(db, { statistic: "cycle", asOf: { kind: "end" }, audience: "staff" } as any, { start: { month: 10, day: 1 }, version: "1", now: Date.now() }));
}
Deno.exit(0);
