import type { Handler } from "../handler.ts";
import type { MailDraft } from "../members/mail-queue.ts";
import { settingsStream } from "./setting-events.ts";
import { dueMonday } from "./staff-letter.ts";
import { staffLettersStream } from "./staff-letter-events.ts";

const byTime = { actorId: "system", correlationId: "time" } as const;

export interface DueLetter {
  /** Ids of its readers: staff members, or the settings' stream for the support address. */
  readonly readers: () => Promise<readonly string[]>;
  readonly draft: Pick<MailDraft, "kind" | "content">;
  readonly restoredMs: number;
}

/** The weekly letters to staff, in a stream of their own. */
export class StaffLetters {
  constructor(private readonly deps: { readonly handler: Handler }) {}

  /**
   * Stores that the week's letter is due, with its mails, once across all nodes.
   *
   * @returns Whether it was due.
   */
  async recordDue({ readers, draft, restoredMs }: DueLetter): Promise<boolean> {
    return await this.deps.handler.handle({ cause: byTime }, async (transaction) => {
      const stream = await transaction.programStream(staffLettersStream);
      const had = stream.flatMap(({ event }) =>
        event.type === "StaffLetterDue" ? [event.facts.monday] : []
      );
      const monday = dueMonday(had, transaction.now, restoredMs);
      if (monday === undefined) return false;
      const ids = await readers();
      // A mail is sealed under its reader's key, or the program's for the support address.
      if (ids.includes(settingsStream)) await transaction.makeKeys([settingsStream]);
      transaction.append(staffLettersStream, [
        { type: "StaffLetterDue", facts: { monday }, personal: null },
      ]);
      transaction.mail(staffLettersStream, ids.map((to) => ({ ...draft, to })));
      return true;
    });
  }
}
