import { z } from "zod";
import type { Database } from "../../../events/store/database.ts";
import { settingsStream } from "../../../events/program/setting-events.ts";
import { statement, tables, tablesOf } from "../../../events/store/queries.ts";
import type { MemberKeys } from "../../../events/store/keys.ts";
import { openJson, sealJson } from "../../../events/store/seal.ts";
import { MailSettings, SignInSettings } from "./mail-form.ts";
import { ReplyForm } from "./reply-form.ts";

const set = {
  by: z.string(),
  atMs: z.number(),
};

/** Staff's settings for answers by email. */
const StoredReplySettings = z.strictObject({
  form: ReplyForm,
  /** Part of the path that a mail service posts to; made by us. */
  secret: z.string().optional(),
  ...set,
});
export type StoredReplySettings = z.infer<typeof StoredReplySettings>;

const StoredMailSettings = z.strictObject({
  /** Absent if variables set up sending, so that staff set up only answers. */
  settings: MailSettings.optional(),
  /** Of the account that staff signed in with. Replaced when the service issues another. */
  refreshToken: z.string().optional(),
  ...set,
  replies: StoredReplySettings.optional(),
});
export type StoredMailSettings = z.infer<typeof StoredMailSettings>;

/** The form of a staff member who hasn't signed in to the service yet, or sent the test mail. One at a time. */
const Pending = z.strictObject({
  ...set,
  settings: SignInSettings,
  url: z.string(),
  state: z.string(),
  verifier: z.string(),
  refreshToken: z.string().optional(),
});
export type PendingSignIn = z.infer<typeof Pending>;

export type MailSettingsStore = ReturnType<typeof createMailSettingsStore>;

const context = "mail settings";
const pendingRow = "sign-in";

export function createMailSettingsStore(
  database: Pick<Database, "read" | "write">,
  keys: Pick<MemberKeys, "ensure" | "load">,
) {
  /** `undefined` if nothing is stored, or its key is lost. Staff then have to set up mail again. */
  async function open<T>(schema: z.ZodType<T>, id: string) {
    const row = await tablesOf(database).selectFrom("mail_settings").select("sealed")
      .where("member_id", "=", id).executeTakeFirst();
    const key = row && (await keys.load([settingsStream])).get(settingsStream);
    if (row === undefined || key === undefined) return undefined;
    try {
      const value = schema.parse(openJson(key, context, row.sealed));
      return { key, value, sealed: row.sealed };
    } catch {
      return undefined;
    }
  }

  async function store(id: string, value: unknown): Promise<void> {
    const key = (await keys.ensure([settingsStream])).get(settingsStream);
    if (key === undefined) throw new Error("No key was made");
    const sealed = sealJson(key, context, value);
    const stored = tables.insertInto("mail_settings").values({ member_id: id, sealed })
      .onConflict((there) => there.column("member_id").doUpdateSet({ sealed }));
    await database.write([statement(stored)]);
  }

  return {
    async read(): Promise<StoredMailSettings | undefined> {
      return (await open(StoredMailSettings, settingsStream))?.value;
    },
    write: (settings: StoredMailSettings): Promise<void> => store(settingsStream, settings),
    /** Does nothing if staff or another node have replaced it. */
    async replaceRefreshToken(used: string, next: string): Promise<void> {
      const set = await open(StoredMailSettings, settingsStream);
      if (set?.value.refreshToken !== used) return;
      const sealed = sealJson(set.key, context, { ...set.value, refreshToken: next });
      const replaced = tables.updateTable("mail_settings").set({ sealed })
        .where("member_id", "=", settingsStream).where("sealed", "=", set.sealed);
      await database.write([statement(replaced)]);
    },
    async remove(): Promise<void> {
      const removed = tables.deleteFrom("mail_settings");
      await database.write([statement(removed)]);
    },
    async readPending(): Promise<PendingSignIn | undefined> {
      return (await open(Pending, pendingRow))?.value;
    },
    writePending: (pending: PendingSignIn): Promise<void> => store(pendingRow, pending),
    async removePending(): Promise<void> {
      const removed = tables.deleteFrom("mail_settings").where("member_id", "=", pendingRow);
      await database.write([statement(removed)]);
    },
  };
}
