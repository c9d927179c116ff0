import { send } from "../hydration/calls.ts";
import { goTo } from "../hydration/navigation.ts";
import { calls, paths } from "../paths.ts";
import { dropDrafts } from "./drafts.ts";
import { mayLeave } from "./unsaved.ts";

/** Logs out, and takes this tab's drafts along. Asks first when there is something unsaved. */
export async function logOut(): Promise<void> {
  if (!await mayLeave()) return;
  try {
    await send("POST", calls.logout);
    dropDrafts();
    goTo(paths.home());
  } catch (error) {
    console.error("Logout failed:", error);
  }
}
