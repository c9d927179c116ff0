/**
 * Continuous copy of the vault: all of it, again with each change, and the copy before is removed. So a destroyed
 * key is in no copy for longer than it takes to make the next one.
 *
 * @module
 */
import { z } from "zod";
import type { Database } from "../../../../events/database.ts";
import {
  lastChange,
  numberedTables,
  readVault,
  type VaultRows,
} from "../../../../events/vault/copy-vault.ts";
import { BadBackup } from "../manifest.ts";
import { lineIn, nextLine, numbered, type SealedObjects } from "./sealed-objects.ts";

/** Which copy of the vault it is, and up to which change. */
export const VaultMark = z.strictObject({ line: z.string(), change: z.number().int().min(0) });
export type VaultMark = z.infer<typeof VaultMark>;

/** Written last, so that a copy without it is incomplete. */
export const WholeVault = z.strictObject({
  /** How many objects have its rows: one; earlier versions wrote several. */
  pages: z.number().int().min(0),
  change: z.number().int().min(0),
  /** The line of the log that it belongs to. */
  logLine: z.string(),
});
type WholeVault = z.infer<typeof WholeVault>;

const Rows = z.array(z.array(z.union([z.string(), z.number(), z.null()]))).default([]);
const Page = z.strictObject({ keys: Rows, credentials: Rows, unfinished: Rows, mail: Rows });
type Page = z.infer<typeof Page>;

/** Versions until November 2026 added the members that had changed to a copy. */
const LaterRows = z.strictObject({
  after: z.number().int().min(0),
  to: z.number().int().min(0),
  rows: Page,
});

export const vaultKeys = {
  all: "vault/",
  page: (line: string, page: number) => `vault/${line}/page-${numbered(page, 6)}`,
  whole: (line: string) => `vault/${line}/whole`,
  later: (line: string) => `vault/${line}/since/`,
};

/** As long as the guide says to keep full backups of the vault. */
const retentionMs = 7 * 24 * 60 * 60 * 1000;

export class VaultLine {
  private current: { readonly mark: VaultMark; readonly members: number } | undefined;

  constructor(
    private readonly vault: Database,
    private readonly objects: SealedObjects,
    private readonly nowMs: () => number,
  ) {}

  /** Copies the vault for a line of the log, unless nothing has changed. Returns how far the copy is. */
  async copy(logLine: string): Promise<VaultMark> {
    const { vault, objects, current } = this;
    const change = await lastChange(vault);
    const [row] = await vault.read("SELECT count(*) AS members FROM member_keys");
    const members = Number(row?.members ?? 0);
    // Destroying a key is not counted as a change.
    if (current?.mark.change === change && current.members === members) return current.mark;
    const old = await objects.keys(vaultKeys.all);
    const line = nextLine(old);
    const { member_keys: keys, mail_settings: mail, ...others } = await readVault(
      vault,
      numberedTables,
    );
    await objects.put(vaultKeys.page(line, 1), { keys, mail, ...others });
    await objects.put(vaultKeys.whole(line), WholeVault.parse({ pages: 1, change, logLine }));
    await objects.remove(await this.replaced(old, logLine));
    this.current = { mark: { line, change }, members };
    return this.current.mark;
  }

  /**
   * Keys of older copies for the same line of the log. A copy for another line, or with another CLAIM_KEY, may be
   * the last one of lost data, when a service was started without its data or with another one's folders. It
   * stays as long as full backups of the vault.
   */
  private async replaced(old: readonly string[], logLine: string): Promise<string[]> {
    const limit = new Date(this.nowMs() - retentionMs);
    const aged = new Set(await this.objects.keys(vaultKeys.all, limit));
    const others = new Set<string | undefined>();
    for (const { line, whole } of await wholeVaults(this.objects, old)) {
      if (whole?.logLine !== logLine) others.add(line);
    }
    return old.filter((key) => !others.has(lineIn(key)) || aged.has(key));
  }
}

/** The complete copies among these keys, newest first; `whole` is missing where it can't be read. */
async function wholeVaults(objects: SealedObjects, keys: readonly string[]) {
  const copies: { readonly line: string; readonly whole: WholeVault | undefined }[] = [];
  for (const key of keys.filter((one) => one.endsWith("/whole")).reverse()) {
    const content = await objects.read(key).catch((error) => {
      if (!(error instanceof BadBackup)) throw error;
    });
    copies.push({ line: lineIn(key) ?? "", whole: WholeVault.safeParse(content).data });
  }
  return copies;
}

/** How far the newest copy is; `undefined` when there is none. */
export async function newestVault(objects: SealedObjects): Promise<VaultMark | undefined> {
  const keys = await objects.keys(vaultKeys.all);
  const whole = keys.findLast((key) => key.endsWith("/whole"));
  if (whole === undefined) return undefined;
  const { change } = WholeVault.parse(await objects.read(whole));
  return { line: lineIn(whole) ?? "", change };
}

/**
 * Rows of the newest copy for a line of the log.
 *
 * @param mark How far the copy must be.
 * @throws {BadBackup} When there is no such copy.
 */
export async function readNewestVault(
  objects: SealedObjects,
  logLine: string | undefined,
  mark: VaultMark,
): Promise<VaultRows<(typeof numberedTables)[number]>> {
  const keys = await objects.keys(vaultKeys.all);
  const copies = await wholeVaults(objects, keys);
  const { line = "", whole } = copies.find((one) => one.whole?.logLine === logLine) ?? {};
  if (whole === undefined || line < mark.line) {
    throw new BadBackup(
      "The continuous copy of the vault is missing, or older than that of the log",
    );
  }
  const pages: Page[] = [];
  for (let page = 1; page <= whole.pages; page++) {
    pages.push(Page.parse(await objects.read(vaultKeys.page(line, page))));
  }
  let { change } = whole;
  for (const key of keys.filter((one) => one.startsWith(vaultKeys.later(line)))) {
    const later = LaterRows.parse(await objects.read(key));
    if (later.after !== change) {
      throw new BadBackup(`Changes of the vault after ${key} are missing`);
    }
    pages.push(later.rows);
    change = later.to;
  }
  if (line === mark.line && change < mark.change) {
    throw new BadBackup("The continuous copy of the vault is older than that of the log");
  }
  // Each page has a part of the keys and passwords. The last one has all of the rest.
  const last = pages.at(-1);
  return {
    member_keys: pages.flatMap((page) => page.keys),
    credentials: pages.flatMap((page) => page.credentials),
    unfinished: last?.unfinished ?? [],
    mail_settings: last?.mail ?? [],
  };
}
