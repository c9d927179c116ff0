/**
 * Drafts: unsaved input, stored in the tab, so that it survives a reload. A draft has its member's id in its name, and
 * logging out drops it.
 */
const prefix = "draft:";

/** Names a member's draft of a form. */
export function draftName(form: string, memberId: string): string {
  return `${prefix}${form}:${memberId}`;
}

/** Reads the draft with this name; `undefined` when there is none that can be read. */
export function readDraft(name: string): unknown {
  return withStorage((storage) => JSON.parse(storage.getItem(name) ?? "null") ?? undefined);
}

export function keepDraft(name: string, draft: unknown): void {
  withStorage((storage) => storage.setItem(name, JSON.stringify(draft)));
}

export function dropDraft(name: string): void {
  withStorage((storage) => storage.removeItem(name));
}

export function dropDrafts(): void {
  withStorage((storage) => {
    for (const name of Object.keys(storage)) {
      if (name.startsWith(prefix)) storage.removeItem(name);
    }
  });
}

/** Storage may be turned off or full; a form works without drafts, too. */
function withStorage<T>(task: (storage: Storage) => T): T | undefined {
  try {
    return task(sessionStorage);
  } catch {
    return undefined;
  }
}
