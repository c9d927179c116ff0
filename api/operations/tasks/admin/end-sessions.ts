import { createSessions } from "../../../auth/sessions.ts";
import { createTokens } from "../../../auth/tokens.ts";
import { defineCommand } from "../command.ts";
import { openData } from "../opened.ts";
import { findMember } from "./find-member.ts";

const now = () => new Date();

export const endSessions = defineCommand({
  summary: "sign a member out everywhere",
  help:
    `Sign someone out in every browser, for example when they lost a phone or someone else uses their
account. Links that we mailed them, to reset a password or open a conversation, stop working too.

  npm run admin -- end-sessions rivera                   by username
  npm run admin -- end-sessions rivera@example.edu       by email address

They can sign in again with their password. If someone else knows it, tell them to choose "Forgot
Password?" and set a new one. The service can keep running. It applies this at once.`,
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
