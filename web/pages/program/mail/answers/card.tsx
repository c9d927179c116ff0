import { Button, Text } from "@radix-ui/themes";
import type { MailState } from "../../../../../api/mail/setup/mail-state.ts";
import { replyWayWords } from "../../../../../api/mail/setup/reply-form.ts";
import type { ReplyView } from "../../../../../api/features/program/mail/reply-setup.ts";
import { ActionForm } from "../../../../forms/action-form.tsx";
import { pagePaths } from "../../../../paths.ts";
import { ButtonLink } from "../../../../ui/button-link.tsx";
import { TextField } from "../../../../ui/fields/field.tsx";
import { FoldedForm } from "../../frame.tsx";
import { dayText } from "../notice.tsx";

export interface AnswersProps extends Pick<MailState, "replies"> {
  readonly view: ReplyView;
}

/** Whether people can answer with Reply in their mail program, and how that is set up. */
export function Answers({ replies, view }: AnswersProps) {
  return (
    <>
      {replies && <RepliesText {...replies} />}
      {view.by === "staff"
        ? <SetUp view={view} address={replies?.address ?? view.form.address} />
        : <NotSetUp canSetUp={view.canSetUp} />}
    </>
  );
}

/** Whether answers arrive, and where. */
export function RepliesText(
  { address, is, isMailbox, why, lastAt, setAside }: NonNullable<MailState["replies"]>,
) {
  const last = isMailbox ? "We last looked for some on" : "The last one arrived on";
  return (
    <>
      <Text as="p" weight="bold">
        {is === "failing"
          ? "Answers by email aren't arriving. We keep trying."
          : lastAt === undefined
          ? <>Our emails ask people to answer to {address}.</>
          : <>People can answer our emails. Answers arrive at {address}.</>}
      </Text>
      {why !== undefined && (
        <Text as="p">{why} Answers wait in the mailbox until it works again.</Text>
      )}
      {setAside > 0 && (
        <Text as="p">
          {setAside === 1 ? "1 email" : `${setAside.toLocaleString("en-US")} emails`}{" "}
          couldn't be read. The mailbox has them in the folder Alumni-Connect-failed.
        </Text>
      )}
      <Text as="p" size="2" color="gray">
        {lastAt === undefined ? "Nothing has arrived yet." : `${last} ${dayText(lastAt)}.`}
      </Text>
    </>
  );
}

function NotSetUp({ canSetUp }: { readonly canSetUp: boolean }) {
  return (
    <>
      <AnswersOnSite />
      {canSetUp
        ? <ButtonLink href={pagePaths.setUpAnswers()}>Set up answers by email</ButtonLink>
        : <Text as="p" size="2" color="gray">Set up mail first.</Text>}
    </>
  );
}

export function AnswersOnSite() {
  return (
    <Text as="p">
      People answer on the site, by the links in our emails. You can let them answer by pressing
      Reply in their mail program, too. Neither person sees the other's address.
    </Text>
  );
}

function SetUp({ view, address }: {
  readonly view: Extract<ReplyView, { readonly by: "staff" }>;
  readonly address: string;
}) {
  const { form: { way }, at, name, hookUrl } = view;
  return (
    <>
      {way !== "imap" && (
        <>
          <Hook url={hookUrl} />
          <ActionForm action={pagePaths.programMail()} hidden={{ does: "test-answers" }}>
            <Button type="submit" size="3" variant="outline">Send a test to {address}</Button>
          </ActionForm>
        </>
      )}
      <Text as="p" size="2" color="gray">
        Answers arrive {replyWayWords[way]}. {name} set this up on {dayText(at)}.
      </Text>
      <div className="program-do row">
        <ButtonLink href={pagePaths.setUpAnswers()} variant="outline">
          Change answers by email
        </ButtonLink>
        <FoldedForm
          label="Turn off answers by email"
          action={pagePaths.programMail()}
          does="remove-answers"
          color="red"
        >
          People answer on the site again, by the links in our emails. Answers by email that are on
          their way aren't posted. All other staff get an email.
        </FoldedForm>
      </div>
    </>
  );
}

/** The address to which a mail service posts, and what to do at the service. */
function Hook({ url }: { readonly url: string | undefined }) {
  if (url === undefined) {
    return (
      <ActionForm action={pagePaths.programMail()} hidden={{ does: "show-address" }}>
        <Button type="submit" size="3" variant="outline">
          Show the address for your mail service
        </Button>
      </ActionForm>
    );
  }
  return (
    <div className="full">
      <TextField
        label="Address for your mail service"
        hint={hookHint}
        readOnly
        defaultValue={url}
      />
    </div>
  );
}

const hookHint =
  "Copy it. Have your mail service post each email to it, unchanged. At Mailgun, make a route for your address that " +
  "forwards to it, with /mime at its end. At SendGrid, tick “POST the raw, full MIME message”. Keep this address " +
  "secret: anyone who knows it can post emails here.";
