import { access, constants, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compose, sourceOf } from "./compose.ts";
import { type Mail, MailUnavailable, type Sender } from "../mail.ts";

/** Writes `.eml` files, which mail programs open and mail servers pick up. */
export function createFolderMail(
  { folder, sender }: { readonly folder: string; readonly sender: Sender },
): Mail {
  return {
    isFolder: true,
    async send(message, isWanted = async () => true) {
      const content = await sourceOf(compose(message, sender));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The name stays the same, so sending again replaces the file.
      const time = nameTimeOf(message.writtenAt);
      const about = (message.aboutIds ?? []).map(shortOf);
      const name = [time, message.id, ...about, message.memberId].join("-");
      // Renamed when complete, so that no program picks up half of it.
      const unfinished = join(folder, `.${name}.tmp`);
      await writeFile(unfinished, content, { mode: 0o600 });
      // If the member is erased after this, the file is deleted under either name.
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
      // Deletes unfinished files first, because they could still be renamed.
      for (const ending of [".tmp", ".eml"]) {
        const names = await readdir(folder).catch(noneWhenMissing);
        const memberFiles = names.filter((name) =>
          name.includes(`-${shortOf(memberId)}`) && name.endsWith(ending)
        );
        await Promise.all(memberFiles.map((name) => rm(join(folder, name), { force: true })));
      }
    },
  };
}

function nameTimeOf(time: Date): string {
  return time.toISOString().replaceAll(":", "-");
}

/** Shortens ids so that a dozen fit into a file name; their first characters are unique enough. */
function shortOf(memberId: string): string {
  return memberId.slice(0, 13);
}

function noneWhenMissing(error: unknown): string[] {
  if ((error as { code?: string }).code === "ENOENT") return [];
  throw error;
}
