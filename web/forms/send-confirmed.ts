import { ApiError, NotConfirmed, send } from "../hydration/calls.ts";

/**
 * Sends a change that may ask for the password first: then the person is asked, and it is sent again.
 *
 * @throws {ApiError} When the answer is not OK.
 * @throws {ServerAway} When there is none.
 * @throws {NotConfirmed} When they close the question.
 */
export async function sendConfirmed<T = unknown>(...change: Parameters<typeof send>): Promise<T> {
  try {
    return await send<T>(...change);
  } catch (error) {
    if (!(error instanceof ApiError && error.asksToConfirm)) throw error;
    const { askForPassword } = await import("./confirm-dialog.tsx");
    if (!await askForPassword()) throw new NotConfirmed();
    return await send<T>(...change);
  }
}
