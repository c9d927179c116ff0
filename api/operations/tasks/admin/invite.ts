import { InvitePerson } from "../../../contract/program.ts";
import { inviteOne } from "../../../invitations/import-alumni.ts";
import { nextMailAt } from "../../../invitations/mail-times.ts";
import { createTokens } from "../../../auth/tokens.ts";
import { fieldMessages } from "../../../../events/members/profile.ts";
import { defineCommand } from "../command.ts";
import { openData } from "../opened.ts";
import { print } from "../print.ts";
import { TaskError } from "../task.ts";

export const invite = defineCommand({
  summary: "invite one person by mail",
  help: `Prepare an account for one person, and invite them by mail.

  npm run admin -- invite kim.lee@example.com --first Kim --last Lee
  npm run admin -- invite kim.lee@example.com --first Kim --last Lee --json

They get a link to accept or to decline, good for fourteen days, once the service runs. Nobody sees
anything of them before they have accepted. "import" invites many, "invitations" says who has not
answered.`,
  options: {
    first: { type: "string" },
    last: { type: "string" },
    json: { type: "boolean" },
  },
  names: ["email"],
  async run({ first: firstName = "", last: lastName = "", json }, email = "") {
    const checked = InvitePerson.safeParse({ email, firstName, lastName });
    if (!checked.success) {
      throw new TaskError(Object.values(fieldMessages(checked.error)).join(". "));
    }
    const { databases, members, readModel, close } = await openData({ makes: "all" });
    const now = () => new Date();
    const isNew = await inviteOne(checked.data, {
      members,
      readModel,
      tokens: createTokens(databases.vault, now),
      firstMailAt: await nextMailAt(databases.events, now()),
      newId: () => crypto.randomUUID(),
    });
    close();
    if (!isNew) throw new TaskError("Somebody has an account with this address already");
    print(json, { invited: 1 }, "Invited. The mail goes out while the service runs.");
  },
});
