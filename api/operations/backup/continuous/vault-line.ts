/**
 * The vault's continuous copy: all of it, again with each change, and the one before is removed. So no copy has a key
 * that was destroyed for longer than it takes to make the next.
 *
 * @module
 */
import { z } from "zod";
import type { Database } from "../../../../events/database.ts";
import { lastChange, readPages, VaultRows } from "../../../../events/vault/changes.ts";
import { BadBackup } from "../manifest.ts";
import { lineIn, nextLine, numbered, type SealedObjects } from "./sealed-objects.ts";

/** Which copy of the vault it is, and up to which change. */
export const VaultMark = z.strictObject({ line: z.string(), change: z.number().int().min(0) });
export type VaultMark = z.infer<typeof VaultMark>;

/** Says that a line's pages are all there. */
export const WholeVault = z.strictObject({
  pages: z.number().int().min(0),
  /** Changes after this one may be in no page. */
  change: z.number().int().min(0),
  /** The line of the log that it belongs to. */
  logLine: z.string(),
});

/** Part of a line as versions until November 2026 wrote it: whoever had a change after the pages. */
export const VaultPart = z.strictObject({
  after: z.number().int().min(0),
  to: z.number().int().min(0),
  rows: VaultRows,
});

export const vaultKeys = {
  all: "vault/",
  page: (line: string, page: number) => `vault/${line}/page-${numbered(page, 6)}`,
  whole: (line: string) => `vault/${line}/whole`,
  changes: (line: string) => `vault/${line}/since/`,
};

const pageRows = 2000;
/** As long as full backups of the vault are kept, as the guide has it. */
const retentionMs = 7 * 24 * 60 * 60 * 1000;

export class VaultLine {
  private current: { readonly mark: VaultMark; readonly members: number } | undefined;

  constructor(
    private readonly vault: Database,
    private readonly objects: SealedObjects,
    private readonly nowMs: () => number,
  ) {}

  /** Copies the vault beside a line of the log, unless nothing has changed. Returns how far the copy is. */
  async copy(logLine: string): Promise<VaultMark> {
    const { vault, objects } = this;
    const [change, members] = [await lastChange(vault), await this.countMembers()];
    const { current } = this;
    // A key that is destroyed is no change of its own.
    if (current?.mark.change === change && current.members === members) return current.mark;
    const old = await objects.keys(vaultKeys.all);
    const line = nextLine(old);
    let pages = 0;
    for await (const rows of readPages(vault, pageRows)) {
      pages += 1;
      await objects.put(vaultKeys.page(line, pages), rows);
    }
    await objects.put(vaultKeys.whole(line), WholeVault.parse({ pages, change, logLine }));
    await objects.remove(await this.replaced(old, logLine));
    this.current = { mark: { line, change }, members };
    return this.current.mark;
  }

  private async countMembers(): Promise<number> {
    const [row] = await this.vault.read("SELECT count(*) AS members FROM member_keys");
    return Number(row?.members ?? 0);
  }

  /**
   * Keys of older copies beside the same line of the log. Those beside another one, or with another CLAIM_KEY, may
   * be all that is left, when a service was started without its data or beside another one's: they stay as
   * long as full backups of the vault.
   */
  private async replaced(old: readonly string[], logLine: string): Promise<string[]> {
    const limit = new Date(this.nowMs() - retentionMs);
    const aged = new Set(await this.objects.writtenBefore(vaultKeys.all, limit));
    const others = new Set<string | undefined>();
    for (const key of old.filter((one) => one.endsWith("/whole"))) {
      if ((await readWhole(this.objects, key))?.logLine !== logLine) others.add(lineIn(key));
    }
    return old.filter((key) => !others.has(lineIn(key)) || aged.has(key));
  }
}

/** What says that a line is whole; `undefined` where it is damaged, or another installation's. */
export async function readWhole(
  objects: SealedObjects,
  key: string,
): Promise<z.infer<typeof WholeVault> | undefined> {
  const whole = WholeVault.safeParse(
    await objects.read(key).catch((error) => {
      if (!(error instanceof BadBackup)) throw error;
    }),
  );
  return whole.data;
}
