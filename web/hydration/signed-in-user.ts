import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { User } from "../../api/contract/account.ts";
import { calls } from "../paths.ts";

/**
 * The signed-in user as this page knows them, up to date when another island changes them. Asks
 * for nothing: pages bring the user with them. `undefined` where they do not.
 */
export function useSignedInUser(): User | undefined {
  const client = useQueryClient();
  const read = () => client.getQueryData<User>([calls.user]);
  return useSyncExternalStore((notify) => client.getQueryCache().subscribe(notify), read, read);
}
