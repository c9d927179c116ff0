import { randomUUID } from "node:crypto";
import { keysOfPicture, uploadKey } from "../../objects/keys.ts";
import { isForeignStore } from "../../objects/mark.ts";
import { type ObjectStore, readAll } from "../../objects/object-store.ts";
import type { S3Settings } from "../../objects/settings.ts";
import type { Opened } from "../tasks/open-data.ts";
import { type Check, type Findings, kindOf } from "./finding.ts";

export const checkObjects: Check = async ({ environment, opened }, say) => {
  if (opened === undefined) return;
  const { s3, appOrigin } = environment;
  const where = s3 === undefined ? "DATA_DIR/objects" : `the bucket ${s3.bucket}`;
  const store = await opened.openObjects();
  const key = uploadKey({ memberId: randomUUID(), uploadId: randomUUID() });
  try {
    const bytes = new TextEncoder().encode("doctor");
    await store.put(key, bytes);
    const found = await store.read(key);
    if (found === undefined || Buffer.compare(await readAll(found.body, 100), bytes) !== 0) {
      return say.fail(`${where} doesn't return what was stored there`, "check its server");
    }
    if (await isForeignStore(store, opened.installation)) {
      return say.fail(
        `${where} belongs to a different installation from the log`,
        "name the right one",
      );
    }
    say.ok(`${where} can be written, read and deleted from`);
    await checkPictures(opened, store, where, say);
    if (s3 !== undefined) await checkBucket(s3, await store.uploadAddress(key), appOrigin, say);
  } catch (error) {
    say.fail(
      `${where} can't be used (${kindOf(error)})`,
      s3 === undefined
        ? "make the service's user its owner, and check the free space on the disk"
        : "check S3_ENDPOINT, S3_BUCKET and its keys, and that the bucket exists",
    );
  } finally {
    await store.remove([key]).catch(() => undefined);
  }
};

/** Looks for the pictures of the last twenty members who have one. */
async function checkPictures(
  { databases }: Opened,
  store: ObjectStore,
  where: string,
  say: Findings,
) {
  const rows = await databases.read.read(
    `SELECT record ->> '$.profileImageUrl' AS path FROM members WHERE path IS NOT NULL
     ORDER BY position DESC LIMIT 20`,
  );
  const found = await Promise.all(rows.map(async ({ path }) => {
    const picture = await store.read(keysOfPicture(String(path))[0] ?? "");
    await picture?.body.cancel();
    return picture !== undefined;
  }));
  const lost = found.filter((isThere) => !isThere).length;
  if (lost === 0) return;
  say.fail(
    `${lost} of ${rows.length} pictures checked are missing from ${where}`,
    'put the folder or bucket back; "npm run admin -- restore" restores pictures from a backup',
  );
}

/** Sends a file to a signed address from the product's origin, as browsers do. */
async function checkBucket(
  { publicEndpoint }: S3Settings,
  address: string,
  appOrigin: string | undefined,
  say: Findings,
) {
  // A proxy may forward uploads under the product's own origin: then CORS isn't needed.
  const isOwn = appOrigin !== undefined && address.startsWith(`${appOrigin}/`);
  const put = await ask(address, { method: "PUT", body: "doctor" });
  if (put?.ok) {
    say.ok("it accepts a file at a signed address");
  } else if (put === undefined && isOwn) {
    // A server behind a proxy often can't reach its own public name.
    say.warn(
      `${publicEndpoint} can't be reached from here, so no file was sent to a signed address`,
      "change your own picture in a browser; if that works, everything is fine",
    );
  } else {
    say.fail(
      `it doesn't accept a file at a signed address at ${publicEndpoint}`,
      "check S3_PUBLIC_ENDPOINT and the clock: browsers send pictures there",
    );
  }
  if ((await ask(address.split("?")[0] ?? ""))?.ok) {
    say.fail("anyone can read the bucket", "make it private: it has everyone's pictures");
  } else say.ok("no one can read it without a signature");
  if (appOrigin === undefined || isOwn) return;
  const headers = { origin: appOrigin, "access-control-request-method": "PUT" };
  const preflight = await ask(address, { method: "OPTIONS", headers });
  const allowed = preflight?.headers.get("access-control-allow-origin");
  if (allowed === "*" || allowed === appOrigin) return;
  say.warn(
    `it doesn't say that pages of ${appOrigin} may send files to it (CORS)`,
    "allow PUT from that origin in the bucket's CORS rules: see api/README.md",
  );
}

/** Sends a request, and reads only the answer's head, if there is one. */
async function ask(
  address: string | URL,
  init: RequestInit = {},
): Promise<Response | undefined> {
  const signal = AbortSignal.timeout(10_000);
  const answer = await fetch(address, { redirect: "manual", ...init, signal })
    .catch(() => undefined);
  await answer?.body?.cancel();
  return answer;
}
