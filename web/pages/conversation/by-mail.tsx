import { Button, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { heldHours } from "../../../api/features/relay/arrivals.ts";
import { counted } from "../../../events/amounts.ts";
import type { Arrival, HeldMail, LeftOut } from "../../../api/features/relay/arrivals.ts";
import { Notice } from "../../ui/notice.tsx";
import { TitledCard } from "../../ui/card.tsx";
import { LocalTime } from "../connections/local-time.tsx";
import { otherName } from "../connections/words.ts";
import { ActionForm } from "./action-form.tsx";
import type { ConversationPageProps } from "./props.ts";

/** The reader's waiting mails, and those that were not posted. */
export function ByMail(props: ConversationPageProps) {
  const { byMail, part } = props;
  if (part !== undefined) return null;
  const held = byMail.filter((mail) => mail.is === "held");
  return (
    <>
      {held.map((mail) => <Held key={mail.id} mail={mail} to={props} />)}
      <RefusedMails mails={byMail} />
    </>
  );
}

function Held({ mail, to }: { readonly mail: HeldMail; readonly to: ConversationPageProps }) {
  const titleId = `held-${mail.id}`;
  return (
    <TitledCard className="conversation-card gap-4" title="Did you write this?" titleId={titleId}>
      <Text as="p" size="2" color="gray">
        It came by email on{" "}
        <LocalTime at={new Date(mail.atMs).toISOString()} hasTime />, and we can't be sure that it's
        from you. It waits for {counted(heldHours, "hour")}{" "}
        and is then deleted. No one else sees it.
      </Text>
      <blockquote className="conversation-text">{mail.text}</blockquote>
      <LeftOutOfMail leftOut={mail.leftOut} isSignedIn={to.isSignedIn} />
      <div className="row gap-3">
        <ActionForm to={to} name="post-mail" more={{ mailId: mail.id }}>
          <Button type="submit" aria-describedby={titleId} size="3">Post it</Button>
        </ActionForm>
        <ActionForm to={to} name="delete-mail" more={{ mailId: mail.id }}>
          <Button type="submit" aria-describedby={titleId} size="3" variant="outline">
            Delete it
          </Button>
        </ActionForm>
      </div>
    </TitledCard>
  );
}

/** Reasons why mails of the last seven days were not posted. */
export function RefusedMails({ mails }: { readonly mails: readonly Arrival[] }) {
  const refused = mails.filter((mail) => mail.is === "refused");
  if (refused.length === 0) return null;
  return (
    <Notice
      tone="warning"
      title={refused.length === 1 ? "Your email wasn't posted" : "Your emails weren't posted"}
    >
      <ul role="list" className="stack gap-2">
        {refused.map(({ id, atMs, why }) => (
          <li key={id}>
            <LocalTime at={new Date(atMs).toISOString()} hasTime />: {why}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface LeftOutOfProps {
  readonly messageId: string;
  readonly on: ConversationPageProps;
}

/** Lists what was left out of a message by mail. Only its author sees this. */
export function LeftOutOf({ messageId, on }: LeftOutOfProps) {
  const mail = on.byMail.find((each) => each.is === "posted" && each.messageId === messageId);
  if (mail?.is !== "posted") return null;
  const { connection, isSignedIn } = on;
  const { masked, cut } = mail.leftOut;
  const canSend = isSignedIn && connection.state === "accepted" &&
    cut.some(({ is }) => is === "contact");
  return (
    <LeftOutOfMail leftOut={mail.leftOut} isSignedIn={isSignedIn}>
      {canSend && (
        <ActionForm to={on} name="send-contacts" more={{ mailId: mail.id }}>
          <Button type="submit" size="3" variant="outline">
            {`Send ${counted(masked, ...contactWords)} to ${otherName(connection)}`}
          </Button>
        </ActionForm>
      )}
    </LeftOutOfMail>
  );
}

const contactWords = ["address or number", "addresses or numbers"] as const;

interface LeftOutOfMailProps extends Pick<ConversationPageProps, "isSignedIn"> {
  readonly leftOut: LeftOut;
  readonly children?: ReactNode;
}

/** Left-out text is shown only to signed-in readers, since a mailed link can be forwarded. */
function LeftOutOfMail({ leftOut, isSignedIn, children }: LeftOutOfMailProps) {
  const words = leftOutWords(leftOut);
  if (words === "") return null;
  const { cut } = leftOut;
  return (
    <div className="conversation-left-out note">
      <Text as="p">Left out: {words}. Only you see this.</Text>
      {isSignedIn && cut.length > 0 && (
        <details>
          <summary>Show what was cut</summary>
          {cut.map(({ text }, index) => (
            <blockquote key={index} className="conversation-text">{text}</blockquote>
          ))}
        </details>
      )}
      {children}
    </div>
  );
}

/** `1 attachment, a signature, 2 addresses or numbers`. */
function leftOutWords({ attachments, masked, links, cut }: LeftOut): string {
  const has = (kind: string) => cut.some(({ is }) => is === kind);
  return [
    ...attachments > 0 ? [counted(attachments, "attachment", "attachments")] : [],
    ...has("quote") ? ["the text you answered"] : [],
    ...has("signature") ? ["a signature"] : [],
    ...masked > 0 ? [`${counted(masked, ...contactWords)} of yours`] : [],
    ...links > 0 ? [counted(links, "link that signs in as you", "links that sign in as you")] : [],
  ].join(", ");
}
