import { execFile } from "node:child_process";

/** Runs the command as a person does. */
export async function runReport(dataDir: string, ...args: readonly string[]) {
  return await new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      Deno.execPath(),
      ["run", "-A", "api/operations/report/main.ts", ...args],
      { env: { ...Deno.env.toObject(), DATA_DIR: dataDir, EVENTS_URL: "", CYCLE_START: "" } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}
