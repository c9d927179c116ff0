import { z } from "zod";
import type { Database } from "../../../events/database.ts";
import { settingsStream } from "../../../events/program/setting-events.ts";
import type { MemberKeys } from "../../../events/vault/keys.ts";
import { openJson, sealJson } from "../../../events/vault/seal.ts";
import { MailSettings } from "./mail-form.ts";
import { ReplyForm } from "./reply-form.ts";

const set = {
  by: z.string(),
  atMs: z.number(),
};

/** Staff's settings of answers by email. */
const RecordedReplies = z.strictObject({
  form: ReplyForm,
  /** Part of the path that a mail service posts to; made by us. */
  secret: z.string().optional(),
  ...set,
});
export type RecordedReplies = z.infer<typeof RecordedReplies>;

const Recorded = z.strictObject({
  settings: MailSettings,
  ...set,
  replies: RecordedReplies.optional(),
});
export type RecordedMailSettings = z.infer<typeof Recorded>;

export type MailSettingsStore = ReturnType<typeof createMailSettingsStore>;

const context = "mail settings";

export function createMailSettingsStore(
  vault: Pick<Database, "read" | "write" | "noteDeletion">,
  keys: MemberKeys,
) {
  return {
    /** `undefined` if nothing is set up, or the settings' key is lost. */
    async read(): Promise<RecordedMailSettings | undefined> {
      const [row] = await vault.read("SELECT sealed FROM mail_settings");
      const key = row && (await keys.load([settingsStream])).get(settingsStream);
      if (key === undefined) return undefined;
      try {
        return Recorded.parse(openJson(key, context, row?.sealed));
      } catch {
        // Sealed under a lost key: staff have to set up mail again.
        return undefined;
      }
    },
    async write(settings: RecordedMailSettings): Promise<void> {
      const key = (await keys.ensure([settingsStream])).get(settingsStream);
      if (key === undefined) throw new Error("The vault made no key");
      await vault.write([
        {
          sql: `INSERT INTO mail_settings (member_id, sealed) VALUES (?, ?)
                ON CONFLICT (member_id) DO UPDATE SET sealed = excluded.sealed`,
          args: [settingsStream, sealJson(key, context, settings)],
        },
        ...vault.noteDeletion(),
      ]);
    },
    async remove(): Promise<void> {
      await vault.write([{ sql: "DELETE FROM mail_settings" }, ...vault.noteDeletion()]);
    },
  };
}
