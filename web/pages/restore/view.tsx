import { NativeField, TextField } from "../../ui/fields/field.tsx";
import { Button, Link, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type {
  AboutRestore,
  BackupListed,
  LastRestore,
  RestoreState,
} from "../../../api/features/program/restore.ts";
import { counted } from "../../../events/amounts.ts";
import { ActionForm } from "../../forms/action-form.tsx";
import { FormFailure } from "../../forms/form-failure.tsx";
import { fieldOf, type FormState } from "../../forms/form-state.ts";
import { pagePaths, paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts } from "../../ui/facts.tsx";
import { ErrorSummary } from "../../ui/fields/error-summary.tsx";
import { sizeText } from "../../ui/size-text.ts";
import { AccountPage } from "../account-page.tsx";
import { LocalTime } from "../connections/local-time.tsx";

/** Further files are folded. */
const shownFiles = 3;

/** Value of the choice of the file that was uploaded before. */
export const sentFile = "sent";

export function ClosedPage({ is }: { readonly is: "used" | "expired" }) {
  return (
    <AccountPage {...closed[is]}>
      <ButtonLink href={paths.home()} className="wide">Go to the start page</ButtonLink>
    </AccountPage>
  );
}

const closed = {
  used: {
    title: "This directory isn't empty",
    lead: "There are people in it, so no backup can be restored here. To restore one, install " +
      "Alumni Connect again with an empty data folder, and open the link that it prints.",
  },
  expired: {
    title: "This link has expired",
    lead: "It has expired, or it isn't complete. Restart the service to get a new one.",
  },
} as const;

interface ChoicePageProps {
  readonly files: readonly BackupListed[];
  /** Size of a file that was uploaded before. */
  readonly sentBytes: number | undefined;
  readonly token: string;
  readonly sent: FormState | undefined;
  /** Why the last attempt failed, and what to do. */
  readonly why: string | undefined;
}

/** Chooses the backup and its secret, in one form whose file is streamed from the disk. */
export function ChoicePage({ files, sentBytes, token, sent, why }: ChoicePageProps) {
  const fields = sent?.fields ?? {};
  const errors = ["file", "secret"].flatMap((name) =>
    fields[name] === undefined ? [] : [{ fieldId: `restore-${name}`, message: fields[name] }]
  );
  const hasSent = sentBytes !== undefined;
  const hasChoice = files.length > 0 || hasSent;
  return (
    <AccountPage
      title="Restore a backup"
      lead="You need a backup of your directory, and the secret that you printed."
      data-restore="choice"
      data-page={pagePaths.restore(token)}
    >
      {why !== undefined && (
        <Notice tone="danger" title="Not restored">
          <Text as="p">{why}</Text>
        </Notice>
      )}
      <form
        className="account-form stack gap-4"
        method="post"
        encType="multipart/form-data"
        action={pagePaths.sendBackup()}
        noValidate
      >
        <FormFailure sent={sent} />
        <ErrorSummary errors={errors} attempt={0} />
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="bytes" />
        <fieldset className="stack gap-2" aria-describedby={fields.file && "restore-file-error"}>
          <legend className={hasChoice ? "field-label" : "visually-hidden"}>Which backup?</legend>
          {hasSent && (
            <FileChoice value={sentFile} isChecked>
              The file that you sent, {sizeText(sentBytes)}
            </FileChoice>
          )}
          {files.slice(0, shownFiles).map((file, index) => (
            <StoredFile key={file.name} {...file} isChecked={index === 0 && !hasSent} />
          ))}
          {files.length > shownFiles && (
            <details>
              <summary>Show {counted(files.length - shownFiles, "older backup")}</summary>
              <div className="stack gap-2 restore-older">
                {files.slice(shownFiles).map((file) => <StoredFile key={file.name} {...file} />)}
              </div>
            </details>
          )}
          <NativeField
            id="restore-file"
            label={hasChoice ? "Or a file on this device" : "File on this device"}
            type="file"
            name="file"
            accept=".age"
            hint={
              <>
                Its name begins with “alumni” and ends in “.age”.
                {!hasChoice &&
                  " If it is on the computer that runs this service, you can also copy it into the backups folder there, and open this page again."}
              </>
            }
            error={fields.file}
          />
        </fieldset>
        <div className="stack gap-2">
          <TextField
            {...fieldOf(sent, "secret")}
            id="restore-secret"
            label="Secret"
            type="password"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            maxLength={500}
            hint="From your printed sheet: it begins with AGE-SECRET-KEY-1. Spaces and small letters don't matter."
          />
          <label className="choice with-script small">
            <input type="checkbox" data-shows-secret="restore-secret" />
            Show what I type
          </label>
        </div>
        <Button
          type="submit"
          data-pending="Checking..."
          data-pending-file="Sending..."
          className="wide"
          size="3"
        >
          Check this backup
        </Button>
      </form>
      <div className="restore-sending stack gap-2" data-sending="" hidden>
        <progress className="restore-progress" max={1} value={0} aria-label="Sent" />
        <Text as="p" role="status" />
        <Button type="button" data-cancels-sending="" size="3" variant="outline">Cancel</Button>
      </div>
      <Text as="p" className="account-switch">
        <Link href={pagePaths.firstStaff(token)}>
          Start a new directory instead
        </Link>
      </Text>
    </AccountPage>
  );
}

interface FileChoiceProps {
  readonly value: string;
  readonly isChecked?: boolean;
  readonly children: ReactNode;
}

function FileChoice({ value, isChecked, children }: FileChoiceProps) {
  return (
    <label className="choice radio-card restore-file">
      <input type="radio" name="from" value={value} defaultChecked={isChecked} />
      <span>{children}</span>
    </label>
  );
}

function StoredFile(
  { name, madeAt, bytes, isChecked = false }: BackupListed & { readonly isChecked?: boolean },
) {
  return (
    <FileChoice value={name} isChecked={isChecked}>
      <LocalTime at={madeAt.toISOString()} hasTime />{" "}
      <span className="restore-size quiet">{sizeText(bytes)}</span>
    </FileChoice>
  );
}

type Progress = Extract<RestoreState, { is: "reading" | "restoring" }>;

const progressWords = {
  reading: {
    title: "Checking the backup",
    lead: "Nothing is changed yet. This can take some minutes.",
    label: "Checked",
  },
  restoring: {
    title: "Restoring your directory",
    lead: "Leave the computer on. You can close this page: it goes on without it.",
    label: "Restored",
  },
} as const;

export function ProgressPage(
  { state, token }: { readonly state: Progress; readonly token: string },
) {
  const { title, lead, label } = progressWords[state.is];
  return (
    <AccountPage
      title={title}
      lead={lead}
      data-restore={state.is}
      data-state={pagePaths.restoreState()}
      data-page={pagePaths.restore(token)}
      data-after={pagePaths.restored()}
      data-token={token}
    >
      <div className="stack gap-2">
        <progress className="restore-progress" max={1} value={state.share} aria-label={label} />
        <Text as="p" role="status">{Math.floor(state.share * 100)}% done</Text>
        <Text as="p" size="2" color="gray" className="without-script">
          This page looks again by itself.
        </Text>
      </div>
    </AccountPage>
  );
}

interface CheckedPageProps {
  readonly about: AboutRestore;
  readonly token: string;
  readonly sent: FormState | undefined;
}

export function CheckedPage({ about, token, sent }: CheckedPageProps) {
  const { program, people, madeAt, version, pictures, invitations } = about;
  const madeTime = <LocalTime at={madeAt.toISOString()} hasTime />;
  return (
    <AccountPage
      title="Restore this backup?"
      lead="The backup is whole, and the secret opens it."
      data-restore="checked"
    >
      <FormFailure sent={sent} />
      <Facts
        className="restore-facts"
        facts={[
          ["Program", program],
          ["Made", madeTime],
          ["People", people.toLocaleString("en-US")],
          ["Pictures", pictures === 0 ? "None" : "Included"],
          ["Open invitations", invitations.toLocaleString("en-US")],
          ["Version", version],
        ]}
      />
      <Notice tone="warning" title="What you lose">
        <Text as="p">Changes after {madeTime} are lost.</Text>
      </Notice>
      <ul className="restore-after">
        <Afterwards invitations={invitations} />
      </ul>
      <ActionForm
        className="account-form stack gap-3"
        action={pagePaths.restore()}
        hidden={{ token }}
      >
        <Button type="submit" name="does" value="start" className="wide" size="3">
          Restore it
        </Button>
        <Button
          type="submit"
          name="does"
          value="forget"
          className="wide"
          size="3"
          variant="outline"
        >
          Choose another backup
        </Button>
      </ActionForm>
    </AccountPage>
  );
}

function Afterwards({ invitations }: { readonly invitations: number }) {
  return (
    <>
      <li>Everyone has to log in again. Passwords are the same as before.</li>
      <li>
        {invitations === 0 ? "No invitations are open." : `${
          counted(
            invitations,
            "mailed invitation keeps its link",
            "mailed invitations keep their links",
          )
        }.`}
      </li>
      <li>
        Other links in emails from before don't work anymore, such as those to answer a request.
      </li>
    </>
  );
}

interface RestoredPageProps {
  readonly last: LastRestore;
  readonly programName: string;
}

/** The last page: the directory is restored, and everyone is signed out. */
export function RestoredPage({ last, programName }: RestoredPageProps) {
  const { madeAt, invitations, people } = last;
  return (
    <AccountPage
      isDone
      title="Your directory is back"
      lead={`${programName}: ${counted(people, "person", "people")}`}
    >
      <ul className="restore-after">
        <li>
          Changes after <LocalTime at={madeAt.toISOString()} hasTime /> are lost.
        </li>
        <Afterwards invitations={invitations} />
      </ul>
      <ButtonLink href={paths.home()} className="wide">Log in</ButtonLink>
    </AccountPage>
  );
}
