import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { type ServerProcess, startServerProcess } from "../../events/testing/server-process.ts";

/** The path of Versity's gateway, from VERSITYGW. */
const program = process.env.VERSITYGW ?? "";

export const hasS3Server = program !== "";

const names = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
const given = Object.fromEntries(names.map((name) => [name, process.env[name] ?? ""]));
const isGiven = Object.values(given).every((value) => value !== "");

/** Whether tests have a bucket: one named by variables, or an empty one for each test. */
export const hasBucket = hasS3Server || isGiven;
if (!hasBucket) console.log(`Tests of buckets: skipped, set VERSITYGW, or ${names.join(", ")}`);

/** The variables of a bucket for the current test. */
export async function bucketForTest(): Promise<Readonly<Record<string, string>>> {
  return isGiven ? given : (await startS3Server()).environment;
}

const besides = (folder: string) => join(folder, "../known");

/** Starts an S3 server with an empty bucket for the current test. Returns its variables. */
export async function startS3Server(): Promise<
  { readonly server: ServerProcess; readonly environment: Readonly<Record<string, string>> }
> {
  const server = await startServerProcess({
    program,
    args: (folder, address) => [
      ...["--port", address, "--access", "test", "--secret", "test-secret", "--quiet"],
      // Stores metadata in files, for file systems without extended attributes.
      ...["--health", "/health", "posix", "--sidecar", besides(folder), folder],
    ],
    health: "/health",
    prepare: async (folder) => {
      await mkdir(join(folder, "pictures"), { recursive: true });
      await mkdir(besides(folder));
    },
  });
  return {
    server,
    environment: {
      S3_ENDPOINT: server.url,
      S3_BUCKET: "pictures",
      S3_ACCESS_KEY_ID: "test",
      S3_SECRET_ACCESS_KEY: "test-secret",
    },
  };
}
