import { describe, expect, it } from "vitest";
import { parseEnvironment } from "../config/env.ts";
import { hasS3Server, startS3Server } from "../testing/s3-server.ts";
import { createBucketPlace } from "./bucket.ts";
import { describeBackupPlace, streamOf } from "./place.contract.ts";
import { backupName } from "./place.ts";

async function bucket(changes: Readonly<Record<string, string>> = {}) {
  const { environment } = await startS3Server();
  const given = Object.entries(environment).map(([name, value]) => [`BACKUPS_${name}`, value]);
  const { backups } = parseEnvironment({ ...Object.fromEntries(given), ...changes }, () => "");
  if (backups.place !== "bucket") throw new Error("No bucket is configured");
  return createBucketPlace(backups.s3);
}

describe.skipIf(!hasS3Server)("an S3-compatible server", () => {
  describeBackupPlace("a bucket", () => bucket());

  const name = backupName(new Date("2026-11-21T03:00:00Z"));
  const body = () => streamOf(new Uint8Array(10));

  it("reports a wrong key like a folder that can't be written to", async () => {
    const place = await bucket({ BACKUPS_S3_SECRET_ACCESS_KEY: "wrong" });
    await expect(place.write(name, body())).rejects.toMatchObject({ code: "unwritable" });
  });

  it("may be unavailable", async () => {
    const place = await bucket({ BACKUPS_S3_ENDPOINT: "http://127.0.0.1:1" });
    await expect(place.write(name, body())).rejects.toMatchObject({ code: "away" });
    await expect(place.list()).rejects.toMatchObject({ code: "away" });
  });
});
