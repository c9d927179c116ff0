import { randomUUID } from "node:crypto";
import { keysOfPicture, uploadKey } from "../../objects/keys.ts";
import { isForeignStore } from "../../objects/mark.ts";
import { type ObjectStore, readAll } from "../../objects/object-store.ts";
import { openObjects } from "../../objects/open.ts";
import type { S3Settings } from "../../objects/settings.ts";
import { about, type Check, type Finding, kindOf } from "./finding.ts";

const { ok, warn, fail } = about("pictures");
const withinMs = 10_000;

/** Writes, reads and removes an object, as uploads and pictures are. */
export const checkObjects: Check = async ({ environment, opened, now }) => {
  if (opened === undefined) return [];
  const { s3 } = environment;
  const where = s3 === undefined ? "DATA_DIR/objects" : `the bucket ${s3.bucket}`;
  const store = await openObjects({ ...environment, secrets: opened.secrets, now });
  const key = uploadKey({ memberId: randomUUID(), uploadId: randomUUID() });
  try {
    const bytes = new TextEncoder().encode("doctor");
    await store.put(key, bytes);
    const found = await store.read(key);
    const isSame = found !== undefined &&
      Buffer.compare(await readAll(found.body, 100), bytes) === 0;
    if (!isSame) {
      return [fail(`${where} doesn't return what was stored there`, "check its server")];
    }
    if (await isForeignStore(store, opened.installation)) {
      return [
        fail(`${where} belongs to a different installation from the log`, "name the right one"),
      ];
    }
    const onS3 = s3 && await checkBucket(s3, store, key, environment.appOrigin);
    return [
      ok(`${where} can be written, read and deleted from`),
      ...await missing(opened, store, where),
      ...onS3 ?? [],
    ];
  } catch (error) {
    const todo = s3 === undefined
      ? "make the service's user its owner, and check the free space on the disk"
      : "check S3_ENDPOINT, S3_BUCKET and its keys, and that the bucket exists";
    return [fail(`${where} can't be used (${kindOf(error)})`, todo)];
  } finally {
    await store.remove([key]).catch(() => undefined);
  }
};

const lookedAt = 20;

/** Whether pictures are there that members have: some of them are looked for. */
async function missing(
  { databases }: NonNullable<Parameters<Check>[0]["opened"]>,
  store: ObjectStore,
  where: string,
): Promise<Finding[]> {
  const rows = await databases.read.read(
    `SELECT record ->> '$.profileImageUrl' AS path FROM members WHERE path IS NOT NULL
     ORDER BY position DESC LIMIT ?`,
    [lookedAt],
  );
  let lost = 0;
  for (const { path } of rows) {
    const [key = ""] = keysOfPicture(String(path));
    const found = await store.read(key);
    await found?.body.cancel();
    if (found === undefined) lost += 1;
  }
  if (lost === 0) return [];
  return [fail(
    `${lost} of ${rows.length} pictures checked are missing from ${where}`,
    'put the folder or bucket back; "npm run admin -- restore" restores pictures from a backup',
  )];
}

/** What browsers do: send a file to a signed address from the product's origin, and nothing else. */
async function checkBucket(
  s3: S3Settings,
  store: ObjectStore,
  key: string,
  appOrigin: string | undefined,
): Promise<Finding[]> {
  const address = await store.uploadAddress(key);
  const put = await ask(address, { method: "PUT", body: "doctor" });
  const read = await ask(address.split("?")[0] ?? "", { method: "GET" });
  // A proxy may hand uploads on under the product's own origin: then pages need no leave.
  const isOwn = appOrigin !== undefined && address.startsWith(`${appOrigin}/`);
  const preflight = appOrigin === undefined || isOwn
    ? undefined
    : await preflightOf(address, appOrigin);
  return [
    canPut(put, s3.publicEndpoint, isOwn),
    ...read === "taken"
      ? [fail("anyone can read the bucket", "make it private: it has everyone's pictures")]
      : [ok("no one can read it without a signature")],
    ...preflight === false
      ? [warn(
        `it doesn't say that pages of ${appOrigin} may send files to it (CORS)`,
        "allow PUT from that origin in the bucket's CORS rules: see api/README.md",
      )]
      : [],
  ];
}

function canPut(answer: Answer, endpoint: string, isOwn: boolean): Finding {
  if (answer === "taken") return ok("it accepts a file at a signed address");
  // From behind one's own proxy one's own name often cannot be reached.
  if (answer === "unreachable" && isOwn) {
    return warn(
      `${endpoint} can't be reached from here, so no file was sent to a signed address`,
      "change your own picture in a browser; if that works, everything is fine",
    );
  }
  return fail(
    `it doesn't accept a file at a signed address at ${endpoint}`,
    "check S3_PUBLIC_ENDPOINT and the clock: browsers send pictures there",
  );
}

type Answer = "taken" | "refused" | "unreachable";

async function ask(address: string, init: RequestInit): Promise<Answer> {
  const signal = AbortSignal.timeout(withinMs);
  // A page that a redirect leads to is no object.
  const answer = await fetch(address, { ...init, signal, redirect: "manual" })
    .catch(() => undefined);
  await answer?.body?.cancel();
  if (answer === undefined) return "unreachable";
  return answer.ok ? "taken" : "refused";
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
