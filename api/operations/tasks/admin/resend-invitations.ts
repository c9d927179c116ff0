import { importActor } from "../../../../events/invitations/invitation.ts";
import type { MemberRecord } from "../../../../events/members/record.ts";
import { createTokens } from "../../../auth/tokens.ts";
import { createRenewing } from "../../../program/renewing.ts";
import type { Opened } from "../opened.ts";
import { print } from "../print.ts";
import { confirm } from "../task.ts";

export interface Asked {
  readonly yes: boolean | undefined;
  readonly json: boolean | undefined;
}

/** Mails each of them a new link. */
export async function resendTo(
  data: Opened,
  whom: readonly MemberRecord[],
  { yes, json }: Asked,
): Promise<void> {
  if (whom.length > 0) await confirm(`Mail a new link to ${whom.length} people?`, yes);
  const now = () => new Date();
  const renewing = createRenewing({
    ...data,
    tokens: createTokens(data.databases.vault, now),
    now,
  });
  const correlationId = crypto.randomUUID();
  const cause = { actorId: importActor, correlationId, causationId: correlationId };
  const count = await renewing.mailAll(whom, now(), cause);
  print(json, { mailed: count }, `Mailed a new link to ${count} people.`);
}
