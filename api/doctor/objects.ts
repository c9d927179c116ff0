import { randomUUID } from "node:crypto";
import { uploadKey } from "../objects/keys.ts";
import { type ObjectStore, readAll } from "../objects/object-store.ts";
import { openObjects } from "../objects/open.ts";
import type { S3Settings } from "../objects/settings.ts";
import { about, type Check, type Finding, kindOf } from "./finding.ts";

const { ok, warn, fail } = about("pictures");
const withinMs = 10_000;

/** Writes, reads and removes an object, as uploads and pictures are. */
export const checkObjects: Check = async ({ environment, opened, now }) => {
  if (opened === undefined) return [];
  const { s3 } = environment;
  const where = s3 === undefined ? "DATA_DIR/objects" : `the bucket ${s3.bucket}`;
  const store = openObjects({ ...environment, secrets: opened.secrets, now });
  const key = uploadKey({ memberId: randomUUID(), uploadId: randomUUID() });
  try {
    const bytes = new TextEncoder().encode("doctor");
    await store.put(key, bytes);
    const found = await store.read(key);
    const isSame = found !== undefined &&
      Buffer.compare(await readAll(found.body, 100), bytes) === 0;
    if (!isSame) {
      return [fail(`${where} does not give back what was put there`, "look at its server")];
    }
    const onS3 = s3 && await checkBucket(s3, store, key, environment.appOrigin);
    return [ok(`${where} can be written, read and removed from`), ...onS3 ?? []];
  } catch (error) {
    const todo = s3 === undefined
      ? "make the service's user its owner, and look at the room on the disk"
      : "check S3_ENDPOINT, S3_BUCKET and its keys, and that the bucket is there";
    return [fail(`${where} cannot be used (${kindOf(error)})`, todo)];
  } finally {
    await store.remove([key]).catch(() => undefined);
  }
};

/** What browsers do: send a file to a signed address from the product's origin, and nothing else. */
async function checkBucket(
  s3: S3Settings,
  store: ObjectStore,
  key: string,
  appOrigin: string | undefined,
): Promise<Finding[]> {
  const address = await store.uploadAddress(key);
  const isPut = await ask(address, { method: "PUT", body: "doctor" });
  const isPublic = await ask(address.split("?")[0] ?? "", { method: "GET" });
  const preflight = appOrigin === undefined ? undefined : await preflightOf(address, appOrigin);
  return [
    isPut ? ok("it takes a file under a signed address") : fail(
      `it takes no file under a signed address at ${s3.publicEndpoint}`,
      "check S3_PUBLIC_ENDPOINT and the clock: browsers send pictures there",
    ),
    ...isPublic
      ? [fail("anybody can read the bucket", "make it private: it has everybody's pictures")]
      : [ok("nobody can read it without a signature")],
    ...preflight === false
      ? [warn(
        `it does not say that pages of ${appOrigin} may send files to it (CORS)`,
        "allow PUT from that origin in the bucket's CORS rules: see api/README.md",
      )]
      : [],
  ];
}

async function ask(address: string, init: RequestInit): Promise<boolean> {
  const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(withinMs) })
    .catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

async function preflightOf(address: string, origin: string): Promise<boolean> {
  const answer = await fetch(address, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "PUT" },
    signal: AbortSignal.timeout(withinMs),
  }).catch(() => undefined);
  await answer?.body?.cancel();
  const allowed = answer?.headers.get("access-control-allow-origin");
  return allowed === "*" || allowed === origin;
}
