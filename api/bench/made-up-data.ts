import { stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { MemberCommand } from "../../events/members/commands.ts";
import { openData } from "../operations/tasks/opened.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** How many people change something together. */
const batchSize = 500;
const cause = { actorId: "seed", correlationId: "seed", causationId: "seed" };

/** What a person does after the profile is there; begins anew after the last. */
const changes: readonly MemberCommand[] = [
  { type: "RecordPasswordChange" },
  { type: "ChangeContactAudiences", audiences: { phoneNumber: "nobody" } },
  { type: "RecordPasswordReset" },
  { type: "ChangeContactAudiences", audiences: { phoneNumber: "members" } },
];

/**
 * A data folder with made-up people who did something since; what is there already stays as it is.
 *
 * @param more How many events each person has beside registration and profile.
 */
export async function makeUpData(
  folder: string,
  { profiles, seed, more }: {
    readonly profiles: number;
    readonly seed: number;
    readonly more: number;
  },
): Promise<void> {
  if (await isThere(join(folder, "made"))) return;
  const task = new URL("../operations/tasks/seed.ts", import.meta.url).pathname;
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", task, "--no-pictures"],
      ...["--profiles", String(profiles), "--seed", String(seed)],
    ],
    cwd: root,
    env: { ...Deno.env.toObject(), DATA_DIR: folder, NO_COLOR: "1" },
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  Deno.env.set("DATA_DIR", folder);
  const { databases, members, readModel, close } = await openData();
  const rows = await databases.read.read("SELECT member_id FROM members ORDER BY member_id");
  for (let start = 0; start < rows.length; start += batchSize) {
    const works = rows.slice(start, start + batchSize).map(({ member_id }) => ({
      memberId: String(member_id),
      commands: Array.from(
        { length: more },
        (_, at) => changes[at % changes.length] as MemberCommand,
      ),
    }));
    await members.executeAll(works, cause);
  }
  await readModel.catchUp();
  close();
  await Deno.writeTextFile(join(folder, "made"), "");
}

const isThere = (path: string) => stat(path).then(() => true, () => false);
