/**
 * A line of the vault's continuous copy: first everything, then whoever had a change since. It is
 * begun anew, and the older one removed, soon after an erasure: nothing keeps a destroyed key longer.
 *
 * @module
 */
import { z } from "zod";
import type { Database } from "../../../../events/database.ts";
import { lastChange, readChanges, readPages, VaultRows } from "../../../../events/vault/changes.ts";
import { BadBackup } from "../manifest.ts";
import { lineIn, nextLine, numbered, type SealedObjects } from "./sealed-objects.ts";

/** How far a line of the vault has come. */
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
  part: (line: string, after: number) => `vault/${line}/since/${numbered(after)}`,
};

export interface VaultLine {
  /** Copies what is not in it yet, beside a line of the log. Returns how far it then is. */
  copy(logLine: string): Promise<VaultMark>;
  /** Says that somebody was erased: the line is begun anew within the hour. */
  noteErasure(): void;
  /** To be called when nobody will go on for a while: no erased member's key stays in it. */
  end(): Promise<void>;
}

interface Line {
  readonly line: string;
  readonly logLine: string;
  readonly begunAtMs: number;
  /** Where the part begins that is written again with each change, until it is full. */
  readonly start: number;
  readonly to: number;
}

const pageRows = 10_000;
const hourMs = 60 * 60 * 1000;
const momentMs = 60 * 1000;
/** As long as full backups of the vault are kept, as the guide has it. */
const retentionMs = 7 * 24 * hourMs;

export function createVaultLine(
  vault: Database,
  objects: SealedObjects,
  { nowMs, rows: partRows }: { readonly nowMs: () => number; readonly rows: number },
): VaultLine {
  let current: Line | undefined;
  /** When erasures were noted that the line may have the keys of. */
  let erasures: { readonly firstAtMs: number; readonly lastAtMs: number } | undefined;

  function isOld({ begunAtMs }: Line): boolean {
    return nowMs() - begunAtMs > 24 * hourMs ||
      (erasures !== undefined && nowMs() - erasures.firstAtMs > hourMs);
  }

  /**
   * Keys of older lines beside the same line of the log. Those of another one, or has another CLAIM_KEY, may
   * be all that is left, when a service was started without its data or beside another one's: they stay as
   * long as full backups of the vault.
   */
  async function replaced(old: readonly string[], logLine: string): Promise<string[]> {
    const aged = await objects.writtenBefore(vaultKeys.all, new Date(nowMs() - retentionMs));
    const lines = new Set<string | undefined>();
    for (const key of old.filter((one) => one.endsWith("/whole"))) {
      if ((await readWhole(objects, key))?.logLine !== logLine) lines.add(lineIn(key));
    }
    return old.filter((key) => !lines.has(lineIn(key)) || aged.includes(key));
  }

  async function begin(logLine: string): Promise<Line> {
    const atMs = nowMs();
    const old = await objects.keys(vaultKeys.all);
    const line = nextLine(old);
    const change = await lastChange(vault);
    let pages = 0;
    for await (const rows of readPages(vault, pageRows)) {
      pages += 1;
      await objects.put(vaultKeys.page(line, pages), rows);
    }
    await objects.put(vaultKeys.whole(line), WholeVault.parse({ pages, change, logLine }));
    await objects.remove(await replaced(old, logLine));
    // A key is destroyed a moment after its erasure was recorded: maybe after it was read here.
    const isSure = erasures === undefined || atMs - erasures.lastAtMs > momentMs;
    erasures = isSure ? undefined : { firstAtMs: atMs, lastAtMs: atMs };
    return { line, logLine, begunAtMs: atMs, start: change, to: change };
  }

  return {
    async copy(logLine) {
      if (current === undefined || isOld(current)) current = await begin(logLine);
      while (await lastChange(vault) > current.to) {
        const { line, start }: Line = current;
        const { to, isLast, rows } = await readChanges(vault, start, partRows);
        await objects.put(vaultKeys.part(line, start), VaultPart.parse({ after: start, to, rows }));
        current = { ...current, to, start: isLast ? start : to };
      }
      return { line: current.line, change: current.to };
    },
    noteErasure() {
      erasures = { firstAtMs: erasures?.firstAtMs ?? nowMs(), lastAtMs: nowMs() };
    },
    async end() {
      if (erasures && current) current = await begin(current.logLine);
    },
  };
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
