import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { User } from "../../api/contract/account.ts";
import { calls } from "../paths.ts";

/**
 * The signed-in user of this page, up to date when another island changes them. Fetches
 * nothing, since pages contain the user; `undefined` on pages that don't.
 */
export function useSignedInUser(): User | undefined {
  const client = useQueryClient();
  const read = () => client.getQueryData<User>([calls.user]);
  return useSyncExternalStore((notify) => client.getQueryCache().subscribe(notify), read, read);
}
