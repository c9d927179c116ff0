import { pagePaths } from "../../paths.ts";
import type { Conversations } from "../../../api/features/connections/conversations.ts";

/** Address of the open request or conversation between two members. */
export async function openConversation(
  conversations: Pick<Conversations, "list">,
  memberId: string,
  otherId: string,
): Promise<string | undefined> {
  const { waiting, open } = await conversations.list(memberId);
  const found = [...waiting, ...open].find((each) =>
    each.with?.id === otherId && each.state !== "ended"
  );
  return found && pagePaths.connection(found.id);
}
