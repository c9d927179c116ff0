import { pagePaths } from "../../paths.ts";
import type { ConnectionLists } from "../../../api/contract/connections.ts";

/** Address of a member's open request or conversation with another one. */
export function openConversation(
  { waiting, open }: Pick<ConnectionLists, "waiting" | "open">,
  otherId: string,
): string | undefined {
  const found = [...waiting, ...open].find((each) =>
    each.with?.id === otherId && each.state !== "ended"
  );
  return found && pagePaths.connection(found.id);
}
