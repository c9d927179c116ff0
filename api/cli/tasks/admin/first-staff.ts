import { tokenLifetimeMs } from "../../../auth/tokens.ts";
import { lasting } from "../../../../events/amounts.ts";
import { firstStaffLink, issueLink } from "../../../features/accounts/first-staff.ts";
import { newToken } from "../../../auth/secret-token.ts";
import { onData } from "../command.ts";
import { originOf } from "../send-letter.ts";
import { TaskError } from "../task.ts";

export const firstStaff = onData({
  summary: "print a link that makes the first staff account",
  help:
    `Print a link that makes the first staff account. The service also prints one at each start until
someone is staff.

  npm run admin -- first-staff

The person who opens the link becomes staff. It works once, for ${
      lasting(tokenLifetimeMs["first-staff"])
    }.`,
  async run({ readModel, tokens, environment }) {
    if ((await readModel.people.staff()).length > 0) {
      throw new TaskError(
        "This directory has staff already. They give others staff access under Program.",
      );
    }
    const token = newToken();
    await issueLink(tokens, token);
    const link = firstStaffLink(originOf(environment), token);
    return `Open this link to make the first staff account:\n${link}`;
  },
});
