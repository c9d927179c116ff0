import { randomUUID } from "node:crypto";
import type { ConnectionCommands } from "../../../events/connections/handle.ts";
import { causeOf } from "../../auth/cause.ts";
import type { RateLimits } from "../../auth/limits/rate-limits.ts";
import { Problem } from "../../contract/problem.ts";
import { refusalTexts } from "../../mail/inbound/inbound-mail.ts";
import type { RefusedAddresses } from "../../mail/outbox/refused-addresses.ts";
import type { Arrival, Arrivals, HeldMail } from "./arrivals.ts";
import type { Posting } from "./posting.ts";

interface RelayParts {
  readonly arrivals: Pick<Arrivals, "messageIdOf" | "of" | "remove">;
  readonly posting: Pick<Posting, "keepLeftOut" | "post">;
  readonly connectionCommands: Pick<ConnectionCommands, "act">;
  readonly limits: Pick<RateLimits, "message">;
  readonly refusedAddresses: Pick<RefusedAddresses, "clearBounces">;
}

/** A member's actions on the site for their arrived mails. */
export class Relay {
  constructor(private readonly deps: RelayParts) {}

  /**
   * Lists mails about one conversation or none, oldest first: waiting, posted in part, or not
   * posted.
   */
  async about(memberId: string, connectionId: string | null): Promise<readonly Arrival[]> {
    const arrivals = await this.deps.arrivals.of(memberId);
    return arrivals.filter((arrival) => arrival.connectionId === connectionId);
  }

  /**
   * Posts a waiting mail. @throws {Problem} 404 or 429. @throws {Refusal} When the conversation has
   * ended.
   */
  async release(memberId: string, id: string): Promise<void> {
    const held = await this.#held(memberId, id);
    const { posting, refusedAddresses } = this.deps;
    if (!await posting.post(memberId, held)) throw new Problem(429, refusalTexts["too-many"]);
    await refusedAddresses.clearBounces(memberId);
  }

  /** Deletes a waiting mail. @throws {Problem} 404 when it no longer waits. */
  async discard(memberId: string, id: string): Promise<void> {
    const held = await this.#held(memberId, id);
    await this.deps.arrivals.remove(memberId, held.id);
  }

  /**
   * Sends the author's masked contacts as a message of its own, once.
   * @throws {Problem} 404 after seven days, or once they are sent. @throws {Refusal} When the conversation has ended.
   */
  async sendContacts(memberId: string, id: string): Promise<void> {
    const { arrivals, limits, connectionCommands, posting } = this.deps;
    const arrival = (await arrivals.of(memberId)).find((each) => each.id === id);
    const contacts = arrival?.is === "posted" &&
      arrival.leftOut.cut.find(({ is }) => is === "contact");
    if (!contacts) throw new Problem(404, "There's nothing left out that you can send");
    await limits.message(memberId);
    const { connectionId, leftOut } = arrival;
    const command = { type: "Write", text: contacts.text, way: "site" } as const;
    const cause = causeOf(memberId, { requestId: randomUUID() });
    const messageId = arrivals.messageIdOf(memberId, `${id} contacts`);
    await connectionCommands.act(memberId, connectionId, command, cause, messageId);
    const cut = leftOut.cut.filter((each) => each !== contacts);
    await posting.keepLeftOut(memberId, { ...arrival, leftOut: { ...leftOut, masked: 0, cut } });
  }

  async #held(memberId: string, id: string): Promise<HeldMail> {
    const arrival = (await this.deps.arrivals.of(memberId)).find((each) => each.id === id);
    if (arrival?.is !== "held") throw new Problem(404, "This email isn't waiting anymore");
    return arrival;
  }
}
