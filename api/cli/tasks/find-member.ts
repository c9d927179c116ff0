import { isPending } from "../../../events/invitations/invitation.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { Opened } from "./open-data.ts";
import { TaskError } from "./task.ts";

export const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finds a member by username, email address or id. A username may be another member's address, so a text with `@` is an
 * address. @throws {TaskError} If there is none, with the reason.
 */
export async function findMember(
  { log, readModel: { members } }: Pick<Opened, "log" | "readModel">,
  named: string,
): Promise<MemberRecord> {
  const name = named.trim();
  if (idPattern.test(name)) {
    const memberId = name.toLowerCase();
    const member = await members.byId(memberId);
    if (member !== undefined) return member;
    const last = (await log.readStream(memberId)).at(-1);
    throw new TaskError(
      last?.type === "MemberErased"
        ? "This member's account was deleted. Nothing can be changed for them."
        : "No member has this id",
    );
  }
  const isAddress = name.includes("@");
  const member = isAddress ? await members.byEmail(name) : await members.byUsername(name);
  if (member !== undefined) return member;
  throw new TaskError(
    `There is no member with this ${isAddress ? "email address" : "username"}. ` +
      "They need to register first. Deleted accounts can't be found by name.",
  );
}

/** Finds an account in use. @throws {TaskError} If their invitation is still open. */
export async function findAccount(data: Opened, named: string): Promise<MemberRecord> {
  const member = await findMember(data, named);
  if (!isPending(member)) return member;
  throw new TaskError(
    "They haven't answered their invitation yet. Staff can send it again or withdraw it, under Program.",
  );
}
