import { Button, Card, Heading, Link, Text } from "@radix-ui/themes";
import { type Context, Hono } from "hono";
import type { FormState } from "../../../forms/form-state.ts";
import type { MemberEnv, SiteDeps } from "../../../page-env.ts";
import { pagePaths, paths } from "../../../paths.ts";
import { readTexts, runForm } from "../../form.ts";
import { decide, decisionNames, RefusalMessage } from "../decision.tsx";
import type { ProgramPerson } from "../../../../api/features/program/program.ts";
import { ActionButton } from "../../../forms/action-form.tsx";
import { fullName } from "../../../islands/profile/display.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { roleChoices, Who } from "../everybody/who.tsx";
import { FoldedForm, ProgramCard, ProgramFrame } from "../frame.tsx";
import { HistoryEntries } from "../history/route.tsx";
import { canLock, isLockName, lockedText, LockPage, Locks } from "./lock.tsx";

/** `/program/everybody/:id`: one account, for staff. */
export function personRoutes({ product: { program, decisions } }: SiteDeps): Hono<MemberEnv> {
  async function show(c: Context<MemberEnv>, personId: string, sent?: FormState) {
    const found = await program.person(c.var.member.memberId, personId);
    return c.render(<PersonPage {...found} sent={sent} />, { title: "Person" });
  }

  return new Hono<MemberEnv>()
    .get("/program/everybody/:id", (c) => show(c, c.req.param("id")))
    .get("/program/everybody/:id/staff-access", async (c) => {
      const found = await program.person(c.var.member.memberId, c.req.param("id"));
      if (!found.person.isStaff) return c.redirect(pagePaths.programPerson(found.person.id), 302);
      return c.render(<RemoveAccessPage {...found} />, { title: "Remove staff access" });
    })
    .get("/program/everybody/:id/:lock", async (c, next) => {
      const { id, lock } = c.req.param();
      if (!isLockName(lock)) return await next();
      const found = await program.person(c.var.member.memberId, id);
      if (!canLock(found, lock)) return c.redirect(pagePaths.programPerson(id), 302);
      return c.render(<LockPage {...found} name={lock} />, { title: "Person" });
    })
    .post("/program/everybody/:id", async (c) => {
      const personId = c.req.param("id");
      const { email = "", ...texts } = await readTexts(c, [...decisionNames, "email"]);
      // Without their own access, they can't see this page anymore.
      const isOwn = (texts.does === "take-cadre" || texts.does === "unconfirm-cadre") &&
        personId === c.var.member.memberId;
      return await runForm(c, {
        async run() {
          if (texts.does !== "confirm-address") {
            return await decide(decisions, c.var, personId, texts);
          }
          const { member: { memberId }, origin } = c.var;
          await decisions.confirmAddress(memberId, personId, email, origin);
          return "Email address confirmed";
        },
        next: isOwn ? paths.home() : pagePaths.programPerson(personId),
        show: (sent) => show(c, personId, sent),
      });
    });
}

function PersonPage({ sent, ...found }: ProgramPerson & { readonly sent?: FormState }) {
  const { person, isYou, entries } = found;
  return (
    <ProgramFrame current={pagePaths.everybody()} sent={sent}>
      <Card asChild size="3" className="program-card stack">
        <section aria-labelledby="person-title">
          <div className="line program-plain">
            <Who person={person}>
              <Heading as="h2" size="6" id="person-title" dir="auto">
                {fullName(person)}
                {isYou && " (you)"}
              </Heading>
            </Who>
          </div>
          <Text as="p" size="2" color="gray">
            {found.isListed
              ? (
                <>
                  This is their account. Other members can see{" "}
                  <Link href={paths.member(person.id)}>their profile</Link>.
                </>
              )
              : "This is their account. Other members can't see a profile of theirs."}
          </Text>
          <div className="program-do row">
            <ConfirmAddress {...found} />
            <Admission {...found} />
            <StaffAccess {...found} />
            <Asking {...found} />
            <Locks {...found} />
          </div>
        </section>
      </Card>
      <HistoryEntries entries={entries} />
    </ProgramFrame>
  );
}

function Admission(found: ProgramPerson) {
  const { person: { id, state, isStaff }, isVouchedFor } = found;
  const form = { action: pagePaths.programPerson(id), hidden: { seen: state } };
  const refusal = { does: "refuse", variant: "danger", fields: <RefusalMessage /> } as const;
  switch (state) {
    case "invited":
      return <Link href={pagePaths.invitations()}>See the invitations</Link>;
    case "suspended":
    case "died":
      return <Text as="p">{lockedText(found)}</Text>;
    case "waiting":
    case "refused":
      return (
        <>
          <ActionButton {...form} does="accept" label="Approve" />
          {state === "waiting" && <FoldedForm {...form} {...refusal} label="Decline" />}
        </>
      );
    case "in":
      return (
        <>
          {!isVouchedFor && (
            <FoldedForm
              {...form}
              label="Approve as someone you know"
              does="accept"
              submit="Approve"
            >
              They signed up by themselves. Once you approve them, they can see more people's
              contacts a day.
            </FoldedForm>
          )}
          {!isStaff && (
            <FoldedForm {...form} {...refusal} label="Decline this account">
              They can't see anyone, and no one can see them, until you approve them again. They can
              still sign in and delete their account. We'll email them.
            </FoldedForm>
          )}
        </>
      );
  }
}

/** While no mail can be sent, staff confirm addresses in place of a link. */
function ConfirmAddress({ person: { id }, addressToConfirm }: ProgramPerson) {
  if (addressToConfirm === null) return null;
  return (
    <div className="stack full">
      <Text as="p">
        They can't ask for help or see contact details until their email address{" "}
        <span className="as-written">{addressToConfirm}</span>{" "}
        is confirmed. This site can't send email yet, so you can confirm it for them.
      </Text>
      <ActionButton
        action={pagePaths.programPerson(id)}
        hidden={{ email: addressToConfirm }}
        does="confirm-address"
        label="Confirm their email address"
      />
    </div>
  );
}

function StaffAccess({ person: { id, role, state, isStaff }, otherStaff }: ProgramPerson) {
  const action = pagePaths.programPerson(id);
  if (state === "died") return null;
  const isOnly = isStaff && otherStaff === 0;
  const canConfirm = role === "cadre" && !isStaff && state !== "invited" && state !== "suspended";
  return (
    <>
      {(canConfirm || role !== "cadre" && state === "in") && (
        <FoldedForm
          label="Give staff access"
          action={action}
          does={canConfirm ? "confirm-cadre" : "grant-cadre"}
        >
          They can do everything that you can do here. Their email address must be confirmed. They
          and all other staff get an email.
        </FoldedForm>
      )}
      {isOnly && <Text as="p">{onlyStaff}</Text>}
      {isStaff && !isOnly && (
        <ButtonLink href={pagePaths.removeStaffAccess(id)} variant="outline">
          Remove staff access
        </ButtonLink>
      )}
      {role === "cadre" && !isOnly && (
        <FoldedForm
          label="Remove cadre role"
          action={action}
          does="take-cadre"
          color="red"
          fields={
            <Select
              label="New role"
              name="role"
              options={roleChoices.filter(({ value }) => value === "alumni" || value === "cadet")}
            />
          }
        >
          {isStaff && "They also lose staff access. "}They and all other staff get an email.
        </FoldedForm>
      )}
    </>
  );
}

function Asking({ person: { id, state, isAskingClosed } }: ProgramPerson) {
  if (state === "died") return null;
  const action = pagePaths.programPerson(id);
  if (isAskingClosed) {
    const label = "Let them ask again";
    return <ActionButton action={action} does="open-asking" label={label} variant="outline" />;
  }
  return state === "in" && (
    <FoldedForm label="Stop them from asking" action={action} does="close-asking" color="red">
      They can't ask others for help until you allow it again, and their open requests are
      withdrawn. We'll email them.
    </FoldedForm>
  );
}

const onlyStaff = "You're the only staff member. To leave, give someone else staff access first.";

/** Asks before a person's staff access is removed, and says who gets an email. */
function RemoveAccessPage({ person, isYou, otherStaff }: ProgramPerson) {
  const isOnly = otherStaff === 0;
  return (
    <ProgramFrame current={pagePaths.everybody()}>
      <ProgramCard
        title={<bdi>Remove {isYou ? "your own" : `${fullName(person)}'s`} staff access?</bdi>}
        titleId="remove-title"
      >
        {isOnly ? <Text as="p">{onlyStaff}</Text> : (
          <Text as="p">
            {isYou
              ? "You keep the cadre role, but you can't open these pages anymore. Only another staff member can give you access again."
              : "They keep the cadre role, but they can't open these pages anymore. You can give them access again."}
          </Text>
        )}
        {!isOnly && <Text as="p">{emailRecipientsText(isYou, otherStaff)}</Text>}
        <div className="program-do row">
          {!isOnly && (
            <form method="post" action={pagePaths.programPerson(person.id)}>
              <Button type="submit" name="does" value="unconfirm-cadre" size="3" color="red">
                Remove staff access
              </Button>
            </form>
          )}
          <ButtonLink href={pagePaths.programPerson(person.id)} variant="outline">
            {isOnly ? "Go back" : "Cancel"}
          </ButtonLink>
        </div>
      </ProgramCard>
    </ProgramFrame>
  );
}

/** The staff member who removes it gets no email, unless it is their own access. */
function emailRecipientsText(isYou: boolean, otherStaff: number): string {
  const others = isYou ? otherStaff : otherStaff - 1;
  const members = others === 1 ? "1 other staff member" : `${others} other staff members`;
  const who = (isYou ? "you" : "them") + (others === 0 ? "" : ` and ${members}`);
  return `We'll email ${who}. Staff can also see it in History.`;
}
