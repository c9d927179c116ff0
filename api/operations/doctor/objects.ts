import { randomUUID } from "node:crypto";
import { keysOfPicture, uploadKey } from "../../objects/keys.ts";
import { isForeignStore } from "../../objects/mark.ts";
import { type ObjectStore, readAll } from "../../objects/object-store.ts";
import { openObjects } from "../../objects/open.ts";
import type { S3Settings } from "../../objects/settings.ts";
import type { Opened } from "../tasks/opened.ts";
import { type Findings, kindOf, type OpenedCheck } from "./finding.ts";

const withinMs = 10_000;

/** Writes, reads and removes an object, as uploads and pictures are. */
export const checkObjects: OpenedCheck = async ({ environment, opened, now }, found) => {
  const { s3, appOrigin } = environment;
  const where = s3 === undefined ? "DATA_DIR/objects" : `the bucket ${s3.bucket}`;
  const store = await openObjects({ ...environment, secrets: opened.secrets, now });
  const key = uploadKey({ memberId: randomUUID(), uploadId: randomUUID() });
  try {
    const bytes = new TextEncoder().encode("doctor");
    await store.put(key, bytes);
    const stored = await store.read(key);
    if (stored === undefined || Buffer.compare(await readAll(stored.body, 100), bytes) !== 0) {
      return found.add("store-wrong", { where });
    }
    if (await isForeignStore(store, opened.installation)) {
      return found.add("store-foreign", { where });
    }
    found.add("store", { where });
    await lookForPictures(opened, store, where, found);
    if (s3 !== undefined) await checkBucket(s3, await store.uploadAddress(key), appOrigin, found);
  } catch (error) {
    const name = s3 === undefined ? "folder-unusable" : "bucket-unusable";
    found.add(name, { where, kind: kindOf(error) });
  } finally {
    await store.remove([key]).catch(() => undefined);
  }
};

/** Whether the latest pictures of members are there: twenty of them. */
async function lookForPictures(
  { databases }: Opened,
  store: ObjectStore,
  where: string,
  found: Findings,
) {
  const rows = await databases.read.read(
    `SELECT record ->> '$.profileImageUrl' AS path FROM members WHERE path IS NOT NULL
     ORDER BY position DESC LIMIT 20`,
  );
  let lost = 0;
  for (const { path } of rows) {
    const [key = ""] = keysOfPicture(String(path));
    const picture = await store.read(key);
    await picture?.body.cancel();
    if (picture === undefined) lost += 1;
  }
  if (lost > 0) found.add("pictures-missing", { lost, all: rows.length, where });
}

/** What browsers do: send a file to a signed address from the product's origin, and nothing else. */
async function checkBucket(
  { publicEndpoint }: S3Settings,
  address: string,
  appOrigin: string | undefined,
  found: Findings,
) {
  // A proxy may pass uploads on under the product's own origin: then pages need no permission (CORS).
  const isOwn = appOrigin !== undefined && address.startsWith(`${appOrigin}/`);
  const put = await ask(address, { method: "PUT", body: "doctor" });
  if (put?.ok) found.add("upload");
  // Behind one's own proxy, a machine often can't reach its own public name.
  else {found.add(put === undefined && isOwn ? "upload-not-tried" : "upload-refused", {
      publicEndpoint,
    });}
  const isPublic = (await ask(address.split("?")[0] ?? "", { method: "GET" }))?.ok === true;
  found.add(isPublic ? "bucket-public" : "bucket-private");
  if (appOrigin === undefined || isOwn) return;
  const headers = { origin: appOrigin, "access-control-request-method": "PUT" };
  const allowed = (await ask(address, { method: "OPTIONS", headers }))?.headers
    .get("access-control-allow-origin");
  if (allowed !== "*" && allowed !== appOrigin) found.add("no-cors", { appOrigin });
}

/** The answer's head; `undefined` when there is none. A redirect isn't followed: its page is no object. */
async function ask(address: string, init: RequestInit): Promise<Response | undefined> {
  const signal = AbortSignal.timeout(withinMs);
  const answer = await fetch(address, { ...init, signal, redirect: "manual" })
    .catch(() => undefined);
  await answer?.body?.cancel();
  return answer;
}
