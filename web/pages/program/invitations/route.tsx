import { Text } from "@radix-ui/themes";
import { tokenLifetimeMs } from "../../../../api/auth/tokens.ts";
import { lasting } from "../../../../events/amounts.ts";
import { type Context, Hono } from "hono";
import { type InvitationQuery, invitationsShown } from "../../../../api/contract/invitations.ts";
import { InvitationWords, InvitePerson } from "../../../../api/contract/program.ts";
import { waitText } from "../../../../api/features/invitations/import-words.ts";
import { Problem } from "../../../../api/contract/problem.ts";
import type { FormState } from "../../../forms/form-state.ts";
import type { Toast } from "../../../toasts/toast.ts";
import type { MemberEnv, SiteDeps } from "../../../page-env.ts";
import { pagePaths } from "../../../paths.ts";
import { checked, cut, readTexts, runForm } from "../../form.ts";
import { InvitationsPage } from "./view.tsx";
import type { NewLink } from "../../../../api/features/invitations/invited.ts";
import { fullName } from "../../../islands/profile/display.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { ProgramCard, ProgramFrame } from "../frame.tsx";

const names = ["memberId", "does", "firstName", "lastName", "email", "isSure", "words"];

/** `/program/invitations`, for staff. */
export function invitationsRoutes(
  { product: { inviting, invited, mail, settings } }: SiteDeps,
): Hono<MemberEnv> {
  async function show(c: Context<MemberEnv>, sent?: FormState) {
    const query = queryIn(c.req.query());
    const list = await inviting.list(c.var.member.memberId, query);
    const preview = await inviting.preview(c.var.member.memberId, sent?.values.words);
    return c.render(<InvitationsPage {...{ list, query, preview, sent }} />, {
      title: "Invitations",
    });
  }

  /** A toast for emails that are being sent, or are waiting for a mail server. */
  async function onTheirWay(title: string, count = 1): Promise<Toast> {
    const description = waitText(count, await mail.state());
    if (description === undefined) return { title };
    return { title: count === 1 ? "Invitation waiting" : "Invitations waiting", description };
  }

  async function act(
    c: Context<MemberEnv>,
    texts: Readonly<Record<string, string>>,
  ): Promise<string | Toast | Response> {
    const { member: { memberId }, origin } = c.var;
    const { memberId: personId = "", does, isSure } = texts;
    switch (does) {
      case "invite": {
        const { firstName = "", lastName = "", email = "" } = texts;
        const person = checked(InvitePerson, { firstName, lastName, email });
        const { words } = wordsIn(texts);
        await inviting.invite(memberId, person, { words, isSure: isSure !== undefined });
        return await onTheirWay("Invitation sent");
      }
      case "resend":
        if (await invited.resend(memberId, personId, origin)) {
          return await onTheirWay("Invitation sent again");
        }
        return {
          title: "Invitation still waiting",
          description: waitText(1, await mail.state()) ??
            "We haven't sent the last email to them yet, so there is no second one.",
        };
      case "remind-all": {
        const { queued, following } = await invited.remindAll(memberId, origin);
        if (queued + following === 0) {
          return {
            title: "No reminders sent",
            description: "The last emails to these people are still waiting to be sent.",
          };
        }
        const sending = queued === 1 ? "Sending 1 reminder" : `Sending ${queued} reminders`;
        return await onTheirWay(
          following === 0
            ? sending
            : `${sending}. We're preparing ${following.toLocaleString("en-US")} more`,
          queued + following,
        );
      }
      case "link": {
        const link = await invited.makeLink(memberId, personId, origin);
        return await c.render(<LinkPage {...link} />, { title: "Invitation link", isSecret: true });
      }
      case "withdraw":
        await invited.withdraw(memberId, personId, origin);
        return "Invitation withdrawn";
      case "remove-declined":
        await inviting.removeDeclined(memberId, personId);
        return "Removed from the list";
      case "reminders-on":
      case "reminders-off": {
        const sendsReminders = does === "reminders-on";
        await settings.execute(memberId, { type: "ChangeSettings", sendsReminders }, origin);
        return `Automatic reminders turned ${sendsReminders ? "on" : "off"}`;
      }
      default:
        throw new Problem(400, "Choose what to do");
    }
  }

  return new Hono<MemberEnv>()
    .get(pagePaths.invitations(), (c) => show(c))
    .post(pagePaths.invitations(), async (c) => {
      const texts = await readTexts(c, names);
      const { memberId: _, does, ...given } = texts;
      const values = { ...given, words: onOneLine(texts.words) };
      if (does === "preview") return await show(c, { values, fields: {} });
      return await runForm(c, {
        run: () => act(c, texts),
        next: pagePaths.invitations(),
        show: (sent) => show(c, sent),
        values,
      });
    });
}

/** Joins the lines of a sentence, since a field may send several. */
export function onOneLine(words = ""): string {
  return words.replace(/\s*\n\s*/g, " ").trim();
}

/** @throws {Problem} 400 if it is too long. */
export function wordsIn({ words }: Readonly<Record<string, string>>) {
  return checked(InvitationWords, { words: onOneLine(words) });
}

/** Reads the URL's query; invalid values are ignored. */
function queryIn({ search = "", show, page }: Readonly<Record<string, string>>): InvitationQuery {
  return {
    search: cut(search),
    show: invitationsShown.find((name) => name === show),
    page: Number(page),
  };
}

/** An invitation link for staff to pass on: shown once, and never cached by browsers. */
function LinkPage({ firstName, lastName, link }: NewLink) {
  const name = fullName({ firstName, lastName }).trim() || "this person";
  return (
    <ProgramFrame current={pagePaths.invitations()}>
      <ProgramCard
        title={<>Invitation link for {name}</>}
        titleId="link-title"
      >
        <Text as="p">
          Copy this link and send it to {name}{" "}
          only. Anyone who opens it can accept the invitation in their name.
        </Text>
        <div className="full">
          <TextField label="Link" readOnly defaultValue={link} autoFocus />
        </div>
        <Text as="p" size="2" color="gray">
          It works once, for{" "}
          {lasting(tokenLifetimeMs.invitation)}. Links that we emailed to them work, too. We don't
          show this link again, but you can make another one.
        </Text>
        <ButtonLink href={pagePaths.invitations()} variant="outline">
          Back to invitations
        </ButtonLink>
      </ProgramCard>
    </ProgramFrame>
  );
}
