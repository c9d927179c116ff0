/**
 * Drafts: unsaved input, stored in the tab, so that it survives a reload. A draft has its member's id in its name, and
 * logging out drops it.
 */
import { tryStorage } from "../hydration/storage.ts";

const prefix = "draft:";

/** Names a member's draft of a form. */
export function draftName(form: string, memberId: string): string {
  return `${prefix}${form}:${memberId}`;
}

/** Reads the draft with this name; `undefined` when there is none that can be read. */
export function readDraft(name: string): unknown {
  return tryStorage(() => JSON.parse(sessionStorage.getItem(name) ?? "null") ?? undefined);
}

export function keepDraft(name: string, draft: unknown): void {
  tryStorage(() => sessionStorage.setItem(name, JSON.stringify(draft)));
}

export function dropDraft(name: string): void {
  tryStorage(() => sessionStorage.removeItem(name));
}

export function dropDrafts(): void {
  tryStorage(() => {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(prefix)) sessionStorage.removeItem(name);
    }
  });
}
