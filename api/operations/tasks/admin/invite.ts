import { InvitePerson } from "../../../contract/program.ts";
import { inviteOne } from "../../../invitations/import-alumni.ts";
import { dependencies } from "./import.ts";
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

They get a link to accept or decline, which works for 14 days. Other members can't see them until
they accept. "import" invites many people. "invitations" lists the people who haven't answered.`,
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
    const data = await openData({ makes: "all" });
    const isNew = await inviteOne(checked.data, await dependencies(data));
    data.close();
    if (!isNew) throw new TaskError("Someone has an account with this address already");
    print(json, { invited: 1 }, "Invited. The email goes out while the service runs.");
  },
});
