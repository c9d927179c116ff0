import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { describe, expect, it } from "vitest";
import { parseEnvironment } from "../../../../config/env.ts";
import { password, send, type SignedUp, signUp } from "../../../../testing/calls.ts";
import { aProgram, logIn } from "../../../../testing/program.ts";
import { highLimits } from "../../../../testing/process.ts";
import { bucketForTest, hasBucket } from "../../../../testing/s3-server.ts";

type Running = Awaited<ReturnType<Awaited<ReturnType<typeof aProgram>>["start"]>>;

/** The variables that say where log and vault are copied to. */
type Places = (folder: string) => Promise<Readonly<Record<string, string>>>;

const folders: Places = async (folder) => ({
  CONTINUOUS_LOG_BACKUPS: join(folder, "continuous-log"),
  CONTINUOUS_VAULT_BACKUPS: join(folder, "continuous-vault"),
});

/** New buckets. */
const buckets: Places = async () => {
  const environment = await bucketForTest();
  const { s3 } = parseEnvironment(environment, () => "");
  if (s3 === undefined) throw new Error("No server for buckets is configured");
  const { endpoint = "", region } = s3;
  const client = new S3Client({ endpoint, region, credentials: s3, forcePathStyle: true });
  const id = crypto.randomUUID().slice(0, 8);
  const [log, vault, pictures] = [`test-log-${id}`, `test-vault-${id}`, `test-pictures-${id}`];
  for (const Bucket of [log, vault, pictures]) {
    await client.send(new CreateBucketCommand({ Bucket }));
  }
  return {
    ...environment,
    CONTINUOUS_LOG_BACKUPS: `s3:${log}`,
    CONTINUOUS_VAULT_BACKUPS: `s3:${vault}`,
    S3_BUCKET: pictures,
  };
};

/** A running program with a continuous backup, and a full one. */
async function aCopiedProgram(placesIn: Places = folders) {
  const program = await aProgram();
  const continuous = await placesIn(program.folder);
  const product = await program.start(continuous, highLimits);
  const pat = await signUp(product, "pat");
  const kim = await signUp(product, "kim");
  expect((await program.backUp()).code).toBe(0);
  return {
    ...program,
    product,
    pat,
    kim,
    startAgain: () => program.start(continuous),
    restore: (args: readonly string[] = []) => program.restore(args, continuous),
    doctor: () => program.run(["doctor"], continuous),
  };
}

async function rename(product: Running, { cookie }: SignedUp, lastName: string): Promise<void> {
  const answer = await send(product, "PATCH", "/api/user", { cookie, body: { lastName } });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
}

async function nameOf(product: Running, { username }: SignedUp): Promise<string> {
  const body = { username, password };
  const { lastName } = await (await send(product, "POST", "/api/login", { body })).json();
  return lastName;
}

/** The most that may be lost, as the guide promises. */
const promisedMs = 5000;

describe("npm run admin -- restore, with a continuous backup", { timeout: 120_000 }, () => {
  it.each(
    [
      ["folders", folders],
      ...(hasBucket ? [["buckets", buckets] as const] : []),
    ] as const,
  )(
    "to %s has all that was acknowledged five seconds before a kill under ten changes a second",
    async (_, places) => {
      const program = await aCopiedProgram(places);
      const acknowledged: { readonly number: number; readonly atMs: number }[] = [];
      const newcomers: { readonly person: SignedUp; readonly atMs: number }[] = [];
      const endMs = performance.now() + promisedMs + 3000;
      for (let number = 1; performance.now() < endMs; number++) {
        const nextMs = performance.now() + 100;
        if (number % 10 === 0) {
          const person = await signUp(program.product, `newcomer-${number}`);
          newcomers.push({ person, atMs: performance.now() });
        } else {
          await rename(program.product, program.pat, `Doe-${number}`);
          acknowledged.push({ number, atMs: performance.now() });
        }
        // Real time, as the promise is: a change in each tenth of a second.
        await delay(Math.max(0, nextMs - performance.now()));
      }
      await program.product.stop("SIGKILL");
      const killedMs = performance.now();
      const isPromised = ({ atMs }: { readonly atMs: number }) => atMs < killedMs - promisedMs;
      const last = acknowledged.findLast(isPromised)?.number ?? 0;
      expect(last).toBeGreaterThan(5);

      await program.loseData();
      const restored = await program.restore();
      expect(restored).toMatchObject({ code: 0, stderr: "" });
      expect(restored.stdout).toContain("The continuous backup was added to the full one.");
      const product = await program.startAgain();
      const name = await nameOf(product, program.pat);
      expect(Number(name.slice("Doe-".length))).toBeGreaterThanOrEqual(last);
      for (const { person } of newcomers.filter(isPromised)) {
        expect(await logIn(product, person)).toBe(200);
      }
    },
  );

  it("is not added with --full-only, nor to a named backup", async () => {
    const program = await aCopiedProgram();
    const lou = await signUp(program.product, "lou");
    await program.product.stop();
    await program.loseData();
    const restored = await program.restore(["--full-only"]);
    expect(restored).toMatchObject({ code: 0 });
    expect(restored.stdout).not.toContain("continuous");
    const again = await program.startAgain();
    expect(await logIn(again, lou)).toBe(401);
  });

  it("is looked at by the doctor", async () => {
    const program = await aCopiedProgram();
    expect((await program.doctor()).stdout).toMatch(
      /OK +continuous backup log and vault are copied, up to position \d+; the last segment is \d+ seconds old/,
    );
    await program.product.stop();
    await rm(join(program.folder, "continuous-log"), { recursive: true });
    expect((await program.doctor()).stdout).toMatch(
      /WARN +continuous backup the log is copied up to position 0 of \d+/,
    );
  });
});
