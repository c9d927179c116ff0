import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOf, appWithMember, withMessage } from "../testing/app-for-test.ts";
import { addPicture, send, type SignedUp, signUp } from "../testing/calls.ts";
import { anImage, savePicture } from "../testing/pictures.ts";
import { highLimits, type RunningProduct, startProduct } from "../testing/process.ts";
import { drawings, type Drawn, readAnswer } from "./answer.ts";
import { drawInChild } from "./draw-in-child.ts";
import { createDrawingClient } from "./drawing-client.ts";
import { hostilePdfs } from "./testing/hostile-pdfs.ts";
import { hostilePictures } from "./testing/hostile-pictures.ts";
import { childrenOf, drawingProcessOf, watchMemory } from "./testing/watch-memory.ts";

/** Memory limits in MB of the service, and of all drawing processes together. */
const bars = { service: 350, together: 750 };

let folder: string;
let product: RunningProduct;
let pat: SignedUp;
let alex: SignedUp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "alumni-connect-"));
  product = await startProduct({ DATA_DIR: join(folder, "data") }, { choices: highLimits });
  pat = await signUp(product, "pat");
  alex = await signUp(product, "alex");
});
afterAll(async () => {
  await product.stop("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

async function save({ cookie }: SignedUp, bytes: Uint8Array): Promise<Response> {
  const asked = await send(product, "POST", "/api/objects/upload", { cookie });
  const { uploadURL } = await asked.json();
  const sent = await fetch(uploadURL, { method: "PUT", body: new Uint8Array(bytes) });
  if (!sent.ok) return sent;
  const body = { profileImageURL: uploadURL };
  return await send(product, "PUT", "/api/profile-images", { cookie, body });
}

async function drawingProcess(): Promise<number> {
  return await drawingProcessOf(product.drawingScriptPid) ?? NaN;
}

const slow = () => hostilePdfs["a pattern of a million tiles"]?.() ?? new Uint8Array();
const tryAgain = "Pictures can't be drawn right now. Try again in a minute.";
const tooComplex =
  "This PDF is too complex to draw. Save its first page as a JPG or PNG and upload that.";

describe("an upload designed to exhaust memory", () => {
  it.each(Object.entries({ ...hostilePdfs, ...hostilePictures }))("%s", async (_, make) => {
    const file = await make();
    const endWatching = watchMemory(product);
    const answer = await save(pat, file);
    const { service, together } = await endWatching();
    expect([200, 400, 413, 415]).toContain(answer.status);
    expect(service).toBeLessThan(bars.service);
    expect(together).toBeLessThan(bars.together);
  });
});

describe("drawing", () => {
  it("ends if it takes too long, and then draws the next file", async () => {
    const drawing = await drawingProcess();
    let most = 0;
    const timer = setInterval(async () => {
      most = Math.max(most, (await childrenOf(drawing)).length);
    }, 20);
    const [refused, path] = await Promise.all([
      save(pat, slow()).then(answerOf),
      addPicture(product, alex, new Uint8Array(await anImage())),
    ]);
    clearInterval(timer);
    expect(refused).toEqual(withMessage(400, tooComplex));
    expect((await send(product, "GET", path, alex)).status).toBe(200);
    // Programs run one at a time, and none is left.
    expect(most).toBe(1);
    expect(await childrenOf(drawing)).toEqual([]);
  });

  it("restarts after its process was killed", async () => {
    const picture = new Uint8Array(await anImage());
    const killed = await drawingProcess();
    const refused = save(pat, slow()).then(answerOf);
    await expect.poll(() => childrenOf(killed)).toHaveLength(1);
    const [drawn = NaN] = await childrenOf(killed);
    process.kill(killed, "SIGKILL");
    expect(await refused).toEqual(withMessage(503, tryAgain));
    await expect.poll(drawingProcess)
      .toSatisfy((started) => started > 0 && started !== killed);
    // Programs run one at a time. The last one's program is killed, and frees its memory within a second.
    const left = () => readFile(`/proc/${drawn}/cmdline`, "utf8").catch(() => "");
    await expect.poll(left, { timeout: 1000, interval: 20 }).toBe("");
    await expect.poll(async () => (await save(alex, picture)).status).toBe(200);
  });

  it("has ended before the next file is drawn", async () => {
    const before = await childrenOf(process.pid);
    const drawing = drawInChild(Uint8Array.of(drawings.picture, ...slow()), { withinMs: 1000 });
    await expect.poll(() => childrenOf(process.pid)).toHaveLength(before.length + 1);
    expect(readAnswer(await drawing)).toBeUndefined();
    expect(await childrenOf(process.pid)).toEqual(before);
  });

  it("crops a logo to its pixels and makes it square", async () => {
    const answer = await drawInChild(Uint8Array.of(drawings.logo, ...await anImage()));
    const logo = readAnswer(answer) as Drawn;
    expect(await sharp(logo.picture).metadata())
      .toMatchObject({ format: "webp", width: 256, height: 256, hasAlpha: true });
    expect(logo.small).toHaveLength(0);
  });

  it("can be retried if no drawing process runs", async () => {
    const logged: unknown[] = [];
    const draw = createDrawingClient("/nowhere/socket", (entry) => logged.push(entry));
    const { app, member: jane } = await appWithMember({ draw });
    const answer = await savePicture(jane, await anImage());
    expect(await answerOf(answer)).toEqual(
      withMessage(503, tryAgain),
    );
    expect(logged).toMatchObject([{ event: "the drawing process doesn't answer" }]);
    expect(await Array.fromAsync(app.objects.list("uploads/"))).toHaveLength(1);
  });
});
