import { beforeAll, expect, it } from "vitest";
import { describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine, phone } from "./faults.ts";
import { type Member, stageForTests } from "./product.ts";

const secret = "0123456789abcdef0123456789abcdef";
const stage = stageForTests({
  choices: {
    replies: {
      address: "reply@example.org",
      usesPlus: true,
      trustedAuthservId: "mx.example.edu",
      hookSecret: secret,
    },
  },
});
let mentors: Member;
let cadets: Member;
let conversation: string;

/** Posts an answer to the request's mail, as their university's mail server would. */
async function answer(username: string, text: string, dmarc: "pass" | "none", messageId: string) {
  const address = `${username}@example.edu`;
  await stage.mailedLink(address, "How did you prepare?");
  const letter = (await stage.mailsTo(address))
    .find(({ text }) => text?.includes("How did you prepare?"));
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

describeInBrowser("an answer by mail", () => {
  beforeAll(async () => {
    const profile = { helpTopics: ["Ranger School"] };
    mentors = await stage.member({ username: "dana", profile, isConfirmed: true });
    cadets = await stage.member({ firstName: "Casey", role: "cadet", isConfirmed: true });
    const note = "How did you prepare?";
    const request = { memberId: mentors.id, topics: "Ranger School", note };
    conversation = await stage.ask(cadets.visitor, request);
  });

  it(
    "is posted, or waits for confirmation",
    async () => {
      const onPhone = { ...phone, ...examined };
      const own = await (await stage.again(mentors, onPhone)).newPage();
      const theirs = await (await stage.again(cadets, onPhone)).newPage();
      const said = "Run, and read.";
      await answer("dana", said, "pass", "posted");
      await own.goto(`/connections/${conversation}`);
      await own.getByText("Left out: the text you answered, a signature.").last().waitFor();
      await own.getByText("Show what was cut").last().click();
      await own.getByText("831 555 0188").last().waitFor();
      await theirs.goto(`/connections/${conversation}`);
      await theirs.getByText(said).first().waitFor();
      expect(await theirs.content()).not.toContain("831 555 0188");
      expect(await theirs.content()).not.toContain("dana@example.edu");

      const unsure = "And rest.";
      await answer("dana", unsure, "none", "held");
      await own.reload();
      await own.getByRole("heading", { name: "Did you write this?" }).waitFor();
      await expectFine(own);
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
