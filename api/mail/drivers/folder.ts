import { access, constants, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compose, sourceOf } from "./compose.ts";
import { type Mail, MailUnavailable, type Sender } from "../mail.ts";

/** Writes each message as an `.eml` file, which mail programs open and mail servers pick up. */
export function createFolderMail(
  { folder, sender }: { readonly folder: string; readonly sender: Sender },
): Mail {
  return {
    isFolder: true,
    async send(message, isWanted = async () => true) {
      const content = await sourceOf(compose(message, sender));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // A message that is sent again has the same name, and replaces itself.
      const time = nameTimeOf(message.writtenAt);
      const about = (message.aboutIds ?? []).map(shortOf);
      const name = [time, message.id, ...about, message.memberId].join("-");
      // Renamed when complete, so that no program picks up half of it.
      const unfinished = join(folder, `.${name}.tmp`);
      await writeFile(unfinished, content, { mode: 0o600 });
      // A member who is erased from here on has the file deleted under either name.
      if (await isWanted()) await rename(unfinished, join(folder, `${name}.eml`));
      else await rm(unfinished, { force: true });
    },
    async check() {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await access(folder, constants.W_OK);
      } catch (error) {
        throw new MailUnavailable("folder", { cause: error });
      }
    },
    async removeBefore(time) {
      const before = nameTimeOf(time);
      for (const name of await readdir(folder).catch(noneWhenMissing)) {
        const isMail = /^\d{4}-.*\.eml$/.test(name);
        if (isMail && name < before) await rm(join(folder, name), { force: true });
      }
    },
    async forget(memberId) {
      // Unfinished files first: they could still be renamed.
      for (const ending of [".tmp", ".eml"]) {
        const names = await readdir(folder).catch(noneWhenMissing);
        const theirs = names.filter((name) =>
          name.includes(`-${shortOf(memberId)}`) && name.endsWith(ending)
        );
        await Promise.all(theirs.map((name) => rm(join(folder, name), { force: true })));
      }
    },
  };
}

function nameTimeOf(time: Date): string {
  return time.toISOString().replaceAll(":", "-");
}

/** A file name has room for the beginnings of a dozen ids, which are unique enough. */
function shortOf(memberId: string): string {
  return memberId.slice(0, 13);
}

function noneWhenMissing(error: unknown): string[] {
  if ((error as { code?: string }).code === "ENOENT") return [];
  throw error;
}
