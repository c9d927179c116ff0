import { createSessions } from "../../../auth/sessions.ts";
import { createTokens } from "../../../auth/tokens.ts";
import { defineCommand } from "../command.ts";
import { openData } from "../opened.ts";
import { findMember } from "./find-member.ts";

const now = () => new Date();

export const endSessions = defineCommand({
  summary: "sign a member out everywhere",
  help:
    `Sign someone out in every browser, for example when a phone was lost or an account is in the wrong
hands. Links that were mailed before, to reset their password and to their conversations, end too.

  npm run admin -- end-sessions rivera                   by username
  npm run admin -- end-sessions rivera@example.edu       by email address

They sign in again with their password. Anyone else who has it can too: tell them to choose "Forgot
Password?", which ends it. The service can keep running; it holds at once.`,
  options: {},
  names: ["member: a username or an email address"],
  async run(_, named = "") {
    const data = await openData();
    const { memberId } = await findMember(data, named);
    const { vault } = data.databases;
    const ended = await createSessions(vault, now).endAll(memberId);
    const tokens = createTokens(vault, now);
    await tokens.endAll("reset-password", memberId);
    await tokens.endAll("conversation-links", memberId);
    data.close();
    console.log(
      ended === 0
        ? `Member ${memberId} wasn't signed in anywhere.`
        : `Member ${memberId} is signed out: ${ended} ${ended === 1 ? "session" : "sessions"}.`,
    );
  },
});
