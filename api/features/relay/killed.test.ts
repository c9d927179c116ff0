import { expect, it } from "vitest";
import { note } from "../../testing/connected.ts";
import { relayed, replyTo } from "./testing/relayed.ts";

type Two = Awaited<ReturnType<typeof relayed>>;

/** Allows this many writes and then fails all, as if the process were killed. @returns Ends that. */
function killAfter({ app }: Two, writes: number): () => boolean {
  let isKilled = false;
  const { database } = app;
  const { write } = database;
  database.write = async (...args) => {
    if (isKilled || writes-- <= 0) {
      isKilled = true;
      throw new Error("Killed");
    }
    return await write.apply(database, args);
  };
  return () => {
    database.write = write;
    return isKilled;
  };
}

it.each(["pass", "none"] as const)(
  "a mail is posted or held once, wherever its process is killed; dmarc=%s",
  async (dmarc) => {
    for (let writes = 0;; writes++) {
      const two = await relayed();
      const { casey, morgan, answered, receive, texts, mailed, byMail, app } = two;
      const source = replyTo(answered, { from: casey.email, text: "Once\n\n-- \nCasey", dmarc });
      const revive = killAfter(two, writes);
      await receive(source).catch(() => undefined);
      const wasKilled = revive();
      const is = dmarc === "pass" ? "posted" : "held";
      expect(await receive(source), `killed after ${writes} writes`).toEqual({ is });
      expect(await byMail(casey)).toMatchObject([{ is }]);
      const mails = (await mailed()).map(({ to }) => to);
      if (dmarc === "pass") expect(mails).toEqual([morgan.email]);
      // If it was killed after queuing the mail, it asks twice rather than never.
      else expect(new Set(mails)).toEqual(new Set([casey.email]));
      const [held] = await byMail(casey);
      if (held?.is === "held") await app.product.relay.release(casey.memberId, held.id);
      expect(await texts(morgan)).toEqual([note, "Gladly", "Once"]);
      if (!wasKilled) {
        expect(writes).toBeGreaterThan(3);
        return;
      }
    }
  },
);
