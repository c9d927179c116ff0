import { execFile } from "node:child_process";
import type { Ended } from "../../testing/admin.ts";
import { productFolder } from "../../testing/process.ts";

/** Runs a program in the product's folder. The code is `NaN` if the program doesn't exist. */
export function runProgram(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  program: string = Deno.execPath(),
): Promise<Ended> {
  const env = { ...Deno.env.toObject(), NO_COLOR: "1", ...environment };
  return new Promise((resolve) =>
    execFile(
      program,
      args,
      { cwd: productFolder, env },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  );
}

export const runReport = (dataDir: string, ...args: readonly string[]) =>
  runProgram(["run", "-A", "api/cli/report/main.ts", ...args], {
    ...{ DATA_DIR: dataDir, DATABASE_URL: "" },
  });
