import { FieldError, TextArea } from "../../ui/fields/field.tsx";
import { Button, Heading, Text } from "@radix-ui/themes";
import { type Context, Hono } from "hono";
import { AskForHelp } from "../../../api/contract/connections.ts";
import { toProblem } from "../../../api/http/problems.ts";
import type { Refusal } from "../../../events/errors.ts";
import { flash } from "../../flash.ts";
import { fieldOf, type FormState } from "../../forms/form-state.ts";
import { fullName, type ShownProfile } from "../../islands/profile/display.ts";
import type { Member, MemberEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { openConversation } from "../connections/open-conversation.ts";
import { checked, cut, readTexts, readTopics, runForm } from "../form.ts";
import { Written } from "../connections/written.tsx";
import { MissingProfilePage } from "../profile/view.tsx";
import { type ConfirmEmailProps, unconfirmedAddress } from "../own-profile/confirm-email.tsx";
import { expiresAfterDays, textLimits } from "../../../events/connections/limits.ts";
import { FormFailure } from "../../forms/form-failure.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { CheckboxGroup } from "../../ui/fields/checkbox-group.tsx";
import { roleText } from "../connections/words.ts";
import { WhoSeesContacts } from "../contacts/who-sees.tsx";
import { MemberAvatar } from "../member-avatar.tsx";
import { AskAlumniLink } from "../question/ask-alumni-link.tsx";
import { BackLink } from "../page-head.tsx";
import { AskRefusal } from "./refusal.tsx";

/** `/connections/new`: the form that asks a member for help. */
export function askRoutes({ product }: SiteDeps): Hono<MemberEnv> {
  const { connections, conversations, profiles } = product;

  async function show(
    c: Context<MemberEnv>,
    memberId: string,
    { topics = [], beginsNote = false }: Begun = {},
    sent?: FormState,
  ) {
    const { member } = c.var;
    if (memberId === "") return c.redirect(paths.directory(), 302);
    if (memberId === member.memberId) return c.redirect(paths.profile(), 303);
    try {
      const profile = await profiles.preview(member, memberId);
      const lists = await conversations.list(member.memberId);
      const page = (
        <AskPage
          profile={profile}
          conversation={openConversation(lists, memberId)}
          refusal={await connections.whyNotAsk(member.memberId, memberId, c.var.origin)}
          topics={topics}
          beginsNote={beginsNote}
          asker={member}
          address={await unconfirmedAddress(product, member)}
          sent={sent}
        />
      );
      const title = `Ask ${fullName(profile.user)} for help`;
      return await c.render(page, { title, waiting: lists.waiting.length });
    } catch (error) {
      const problem = toProblem(error);
      if (problem?.status !== 403 && problem?.status !== 404) throw error;
      c.status(problem.status);
      const page = (
        <MissingProfilePage message={problem.message} back={paths.directory()}>
          <Written text={sent?.values.note} />
        </MissingProfilePage>
      );
      return await c.render(page, { title: "Profile not found" });
    }
  }

  return new Hono<MemberEnv>()
    .get(paths.askForHelp(), async (c) => {
      const memberId = cut(c.req.query("to") ?? "");
      // Cards are the same for everyone, so they lead here even if there is a conversation already.
      const lists = await conversations.list(c.var.member.memberId);
      const existing = openConversation(lists, memberId);
      if (existing !== undefined) return c.redirect(existing, 303);
      const { topic, note } = c.req.query();
      const topics = topic === undefined ? [] : [cut(topic)];
      return show(c, memberId, { topics, beginsNote: note === "first" });
    })
    .post(paths.askForHelp(), async (c) => {
      const { member, origin } = c.var;
      const texts = await readTexts(c, ["memberId", "note"]);
      const { memberId = "", note = "" } = texts;
      const topics = await readTopics(c);
      return runForm(c, {
        failed: "Request not sent",
        values: texts,
        show: (sent) => show(c, memberId, { topics }, sent),
        async run() {
          const input = checked(AskForHelp, { memberId, topics, note });
          const { id } = await connections.ask(member.memberId, input, origin);
          const isMailed = (await product.mail.state()).is !== "not-set-up";
          flash(c, {
            title: "Request sent",
            description: isMailed
              ? "We'll email you when they answer."
              : "You'll find their answer under Connections.",
          });
          return c.redirect(pagePaths.connection(id), 303);
        },
      });
    });
}

/** Initial content of a form. */
interface Begun {
  readonly topics?: readonly string[];
  /** Whether a first sentence about the first topic is filled in. */
  readonly beginsNote?: boolean;
}

interface AskPageProps {
  readonly asker: Member;
  /** The asker's email address, if it is not confirmed. */
  readonly address: ConfirmEmailProps | undefined;
  readonly profile: ShownProfile;
  /** Why they can't be asked now. Then there is no form to fill in. */
  readonly refusal: Refusal | undefined;
  /** Address of the request or conversation between the two. */
  readonly conversation: string | undefined;
  readonly topics: readonly string[];
  readonly beginsNote: boolean;
  readonly sent?: FormState | undefined;
}

/** A link for askers who can't ask this member. */
function NextStep(
  { code, conversation }: Pick<Refusal, "code"> & Pick<AskPageProps, "conversation">,
) {
  if (conversation !== undefined) {
    return <ButtonLink href={conversation}>Open Conversation</ButtonLink>;
  }
  const isAboutOwn = code === "connection/too-many-open" || code === "connection/blocking";
  const [label, path] = isAboutOwn
    ? ["See Your Connections", paths.connections()] as const
    : ["Browse Directory", paths.directory()] as const;
  return <ButtonLink href={path} variant="outline">{label}</ButtonLink>;
}

/** An example of a first question, so that people don't face an empty field. */
function exampleFor(topic: string | undefined): string {
  const about = topic === undefined ? "your career" : topic;
  return `For example: I'm a junior and want to learn more about ${about}. What would you do ` +
    "differently in my place?";
}

/** A first sentence to edit, which says why they ask. */
function firstSentenceFor(topic: string | undefined): string {
  return `I'm a cadet and want to learn more about ${topic ?? "your career"}. `;
}

function AskPage(props: AskPageProps) {
  const { profile, refusal, conversation, topics, beginsNote, sent, asker, address } = props;
  const { user, helpTopics = [] } = profile;
  const name = fullName(user);
  // Only a topic that they offer, since a URL can contain anything.
  const topic = topics.find((each) => helpTopics.includes(each));
  return (
    <div className="shell-column page-read stack gap-4">
      <BackLink to={paths.member(profile.userId)} label="Profile" />
      <Card className="stack gap-5" aria-labelledby="ask-title">
        <div className="beside middle">
          <MemberAvatar of={user} />
          <div className="stack gap-1 breakable">
            <Heading as="h1" size="8" id="ask-title">Ask {name} for help</Heading>
            <Text as="p" color="gray">{roleText(user)}</Text>
          </div>
        </div>
        <FormFailure sent={sent}>{refusal && <Written text={sent?.values.note} />}</FormFailure>
        {refusal
          ? (
            <AskRefusal {...{ refusal, address, sent }}>
              <NextStep code={refusal.code} conversation={conversation} />
            </AskRefusal>
          )
          : (
            <form className="stack gap-5" method="post" action={paths.askForHelp()}>
              <input type="hidden" name="memberId" value={profile.userId} />
              {helpTopics.length > 0 && (
                <CheckboxGroup
                  legend="What do you need help with?"
                  name="topics"
                  options={helpTopics.map((value) => ({ value }))}
                  selected={topics}
                  layout="grid"
                >
                  {sent?.fields.topics && <FieldError>{sent.fields.topics}</FieldError>}
                </CheckboxGroup>
              )}
              <TextArea
                {...fieldOf(sent, "note", beginsNote ? firstSentenceFor(topic) : undefined)}
                label="Your note"
                id="ask-note"
                rows={7}
                required
                placeholder={exampleFor(topic ?? helpTopics[0])}
                hint={`Ask one question and say why you're asking. Up to ${
                  textLimits.note.toLocaleString("en-US")
                } characters.`}
              />
              <Text as="p" color="gray">
                Your note goes to{" "}
                {user.firstName || "them"}, with your name but not your email address. Your request
                expires if they don't answer within {expiresAfterDays} days.
              </Text>
              <WhoSeesContacts member={asker} />
              <Button type="submit" size="3">Send request</Button>
            </form>
          )}
      </Card>
      <AskAlumniLink reader={asker} topic={topics[0]}>
        Not sure whom to ask?
      </AskAlumniLink>
    </div>
  );
}
