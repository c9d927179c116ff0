import { createCurrentMail } from "../../mail/current-mail.ts";
import type { Mail } from "../../mail/mail.ts";
import { createMailSettingsStore } from "../../mail/mail-settings.ts";
import { openMail } from "../../mail/open-mail.ts";
import { reach } from "../../mail/reach.ts";
import { brandOf, namesOf } from "../../program/brand.ts";
import type { Opened } from "./opened.ts";

/** How mail leaves now, for a command: by variables, else as staff set it up, else into a folder. */
export async function mailOf({ environment, databases, vault, readModel }: Opened): Promise<Mail> {
  return await createCurrentMail({
    installed: openMail(environment, () => {}),
    settings: createMailSettingsStore(databases.vault, vault.keys),
    ways: { reach, fetch, head: namesOf(brandOf(readModel.settings.current(), environment)) },
  })();
}
