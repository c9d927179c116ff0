import { answerInWorker } from "../../../../events/worker.ts";
import type { MailQuestion } from "./ask-mail-worker.ts";

answerInWorker(async (question: MailQuestion) => {
  if (question.is === "read") {
    const { readMail } = await import("../read/read-mail.ts");
    return await readMail(question, question.ownAddresses);
  }
  const { isSignedBy } = await import("../proof/dkim.ts");
  return await isSignedBy(question.domain, question.source);
});
