import { pagePaths } from "../../paths.ts";
import type { Connections } from "../../../api/features/connections/connections.ts";

/** Address of the open request or conversation between two members. */
export async function openConversation(
  connections: Pick<Connections, "list">,
  memberId: string,
  otherId: string,
): Promise<string | undefined> {
  const { waiting, open } = await connections.list(memberId);
  const found = [...waiting, ...open].find((each) =>
    each.with?.id === otherId && each.state !== "ended"
  );
  return found && pagePaths.connection(found.id);
}
