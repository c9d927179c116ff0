import { isLocked } from "../../../events/program/admission.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { DatabaseNotWritable } from "../../../events/store/database-errors.ts";
import { requireConfirmed } from "../../auth/confirmed.ts";
import type { Origin } from "../../auth/origin.ts";
import type { SharedCounts } from "../../auth/limits/shared-counts.ts";
import { tooMany } from "../../auth/limits/too-many.ts";
import { Problem } from "../../contract/problem.ts";
import { siteName } from "../../mail/templates/letterhead.ts";
import { withStreamTimeout } from "../../objects/object-store.ts";
import { draft } from "../../mail/templates/messages.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import { type ArchiveParts, openArchive } from "./archive.ts";
import { describePersonalData, schemaPath } from "./schema.ts";

interface DownloadsParts {
  readonly archive: Omit<ArchiveParts, "appOrigin" | "siteName" | "supportEmail">;
  readonly members: Pick<MemberTable, "byId">;
  readonly counts: Pick<SharedCounts, "take" | "giveBack">;
  readonly outgoing: Pick<Outgoing, "queue" | "wake" | "letterhead">;
}

export const downloadsADay = 5;
const dayMs = 24 * 60 * 60 * 1000;

/** Members' downloads of their own data. */
export class Downloads {
  readonly #running = new Set<string>();

  constructor(private readonly parts: DownloadsParts) {}

  /** The published JSON Schema of `data.json`. */
  schema(): unknown {
    return describePersonalData(this.parts.outgoing.letterhead.appOrigin + schemaPath);
  }

  /**
   * Returns a ZIP, and mails the member about it: someone else may be at a signed-in browser. It
   * fails if the account is deleted or suspended before its end.
   * @throws {Problem} 403 with `confirm`; 409 while another one runs; 429 after five in a day.
   * @throws {ObjectsUnavailable} If files can't be listed.
   */
  async start(memberId: string, origin: Origin): Promise<ReadableStream<Uint8Array>> {
    const { archive, members, outgoing: { letterhead } } = this.parts;
    requireConfirmed(origin.session, archive.now());
    if (this.#running.has(memberId)) {
      throw new Problem(409, "Your data is being downloaded already. Wait until it's done.");
    }
    this.#running.add(memberId);
    const end = () => void this.#running.delete(memberId);
    try {
      const present = async () => {
        const member = await members.byId(memberId);
        if (member === undefined || isLocked(member)) throw new Problem(401, "Not authenticated");
        return member;
      };
      const member = await present();
      await this.#count(memberId);
      const { appOrigin, supportEmail } = letterhead;
      const parts = { ...archive, appOrigin, supportEmail, siteName: siteName(letterhead) };
      const stillMay = async () => void await present();
      let zip: ReadableStream<Uint8Array> | undefined;
      try {
        zip = await openArchive(member, parts, stillMay);
        await this.#tell(member);
      } catch (error) {
        await zip?.cancel();
        await this.#giveBack(memberId);
        throw error;
      }
      return withStreamTimeout(onStreamEnd(zip, end));
    } catch (error) {
      end();
      throw error;
    }
  }

  async #count(memberId: string): Promise<void> {
    const window = { perMs: dayMs, atMost: downloadsADay };
    const wait = await unlessFull(() => this.parts.counts.take(keyOf(memberId), [window]));
    if (wait !== undefined) throw tooMany("downloads of your data", wait);
  }

  async #giveBack(memberId: string): Promise<void> {
    await unlessFull(() => this.parts.counts.giveBack(keyOf(memberId)));
  }

  async #tell(
    { memberId, email, firstName }: Record<"memberId" | "email" | "firstName", string>,
  ): Promise<void> {
    const { queue, wake } = this.parts.outgoing;
    await unlessFull(() => queue.add(memberId, draft("data-downloaded", { to: email, firstName })));
    wake();
  }
}

function keyOf(memberId: string): string {
  return `downloads ${memberId}`;
}

/** People can get their data even if the disk is full. */
async function unlessFull<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof DatabaseNotWritable) return undefined;
    throw error;
  }
}

/** Calls `end` once, when a stream is read to its end or fails, or its reader leaves. */
function onStreamEnd(
  stream: ReadableStream<Uint8Array>,
  end: () => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        end();
        controller.close();
      } catch (error) {
        end();
        throw error;
      }
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  }, { highWaterMark: 0 });
}
