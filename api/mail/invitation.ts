import { type Letter, type Letterhead, siteName } from "./letter.ts";

export interface Invitation {
  readonly firstName: string;
  readonly token: string;
}

/** Asks someone whether they want what their program has prepared for them. */
export function invitationLetter({ firstName, token }: Invitation, head: Letterhead): Letter {
  const link = new URL("/invitation", head.appOrigin);
  link.searchParams.set("token", token);
  return {
    subject: `You are invited to ${siteName(head)}`,
    firstName,
    opening:
      `${head.programName} Army ROTC has prepared an account for you on ${siteName(head)}, ` +
      "where its cadets find alumni who help them on their way. Nobody sees anything of it until " +
      "you say yes.",
    action: { label: "See what was prepared, and decide", link: link.href },
    closing: [
      "The link works once, for fourteen days.",
      "If you do not want it, say so there, and everything that was prepared is deleted. If you " +
      "do nothing, nobody ever sees it.",
    ],
    because: "the program has entered this address to invite its alumni",
  };
}
