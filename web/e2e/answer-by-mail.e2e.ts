import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTests, chromiumPath } from "../testing/browser.ts";
import { faults } from "./faults.ts";
import {
  confirmAddress,
  openStage,
  publish,
  signUp,
  type Stage,
  type StorageState,
} from "./product.ts";

const secret = "0123456789abcdef0123456789abcdef";
const phone = {
  viewport: { width: 360, height: 740 },
  bypassCSP: true,
  reducedMotion: "reduce",
} as const;
const cadet = { username: "casey", firstName: "Casey", lastName: "Nguyen", role: "cadet" } as const;
const mentor = { username: "dana", firstName: "Dana", lastName: "Reed", role: "alumni" } as const;

let stage: Stage;
let mentors: StorageState;
let cadets: StorageState;
let conversation: string;

/** Posts an answer to the mail with the request, as their university's mail server would hand it over. */
async function answer(username: string, text: string, dmarc: "pass" | "none", messageId: string) {
  const address = `${username}@example.edu`;
  const asking = async () =>
    (await stage.lettersTo(address)).find(({ text }) => text?.includes("How did you prepare?"));
  await expect.poll(asking, { timeout: 20_000 }).toBeDefined();
  const letter = await asking();
  const [to] = letter?.replyTo?.value ?? [];
  const lines = [
    `Authentication-Results: mx.example.edu; dmarc=${dmarc} header.from=example.edu`,
    "X-Mailer: Mail of Dana 16.0",
    `From: Someone <${address}>`,
    `To: ${to?.address}`,
    `In-Reply-To: ${letter?.messageId}`,
    `Message-ID: <${messageId}@example.edu>`,
    "Content-Type: text/plain; charset=utf-8",
    "",
    text,
    "",
    "-- ",
    "Dana Reed, 831 555 0188",
    "",
    "On Mon, Nov 23, 2026 at 1:00 PM Alumni Connect wrote:",
    ...(letter?.text ?? "").split("\n").map((line) => `> ${line}`),
  ];
  const posted = await fetch(`${stage.origin}/mail/${secret}`, {
    method: "POST",
    headers: { "Content-Type": "message/rfc822" },
    body: lines.join("\r\n"),
  });
  expect(posted.status).toBe(200);
}

/** A request of the cadet, of which the mentor got a mail. */
async function begin(): Promise<void> {
  const [dana, casey] = [await stage.visitor(), await stage.visitor()];
  await signUp(dana, stage.origin, mentor);
  const mentorId = (await (await dana.request.get("/api/user")).json()).id;
  await publish(dana, stage.origin, { helpTopics: ["Ranger School"] });
  await signUp(casey, stage.origin, cadet);
  await confirmAddress(stage, dana, mentor.username);
  await confirmAddress(stage, casey, cadet.username);
  const asked = await casey.request.post("/api/connections", {
    headers: { Origin: stage.origin },
    data: { memberId: mentorId, topics: ["Ranger School"], note: "How did you prepare?" },
  });
  expect(asked.status()).toBe(201);
  conversation = (await asked.json()).id;
  mentors = await dana.storageState();
  cadets = await casey.storageState();
}

describe.skipIf(chromiumPath === undefined)(`an answer by mail ${browserTests}`, () => {
  beforeAll(async () => {
    stage = await openStage({
      environment: {
        MAIL_REPLY_TO: "reply@example.org",
        MAIL_HOOK_SECRET: secret,
        TRUSTED_AUTHSERV_ID: "mx.example.edu",
      },
    });
    await begin();
  }, 60_000);
  afterAll(() => stage?.close());

  it.each([true, false])(
    "is posted, or waits for a press; with script: %s",
    { timeout: 90_000 },
    async (javaScriptEnabled) => {
      const dana = await stage.visitor({ ...phone, javaScriptEnabled, storageState: mentors });
      const casey = await stage.visitor({ ...phone, javaScriptEnabled, storageState: cadets });
      const own = await dana.newPage();
      const theirs = await casey.newPage();
      const said = `Run, and read. ${javaScriptEnabled}`;
      await answer("dana", said, "pass", `posted-${javaScriptEnabled}`);
      await own.goto(`/connections/${conversation}`);
      await own.getByText("Left out: the text you answered, a signature.").last().waitFor();
      await own.getByText("Show what was cut").last().click();
      await own.getByText("831 555 0188").last().waitFor();
      await theirs.goto(`/connections/${conversation}`);
      await theirs.getByText(said).first().waitFor();
      expect(await theirs.content()).not.toContain("831 555 0188");
      expect(await theirs.content()).not.toContain("dana@example.edu");

      const unsure = `And rest. ${javaScriptEnabled}`;
      await answer("dana", unsure, "none", `held-${javaScriptEnabled}`);
      await own.reload();
      await own.getByRole("heading", { name: "Did you write this?" }).waitFor();
      if (javaScriptEnabled) expect(await faults(own)).toEqual([]);
      await theirs.reload();
      expect(await theirs.content()).not.toContain(unsure);
      await own.getByRole("button", { name: "Post it" }).click();
      await own.getByText("Message sent").first().waitFor();
      await theirs.reload();
      await theirs.getByText(unsure).first().waitFor();
      expect(stage.logged()).not.toContain(secret);
    },
  );
});
