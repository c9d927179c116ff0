import { Button, Heading, Link, Table, Text } from "@radix-ui/themes";
import type { ImportRow } from "../../../../api/contract/program.ts";
import type { Import } from "../../../../api/features/invitations/imports.ts";
import {
  byUrgency,
  countRows,
  noteText,
  people,
  rowText,
  summaryText,
  waitText,
} from "../../../../api/features/invitations/import-words.ts";
import {
  maxFileBytes,
  maxFileMegabytes,
  peopleText,
  tooLargeText,
} from "../../../../api/features/invitations/sheets/limits.ts";
import type { InvitationPreview } from "../../../../api/features/invitations/inviting.ts";
import { ActionButton, ActionForm } from "../../../forms/action-form.tsx";
import type { FormState } from "../../../forms/form-state.ts";
import { pagePaths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { NativeField } from "../../../ui/fields/field.tsx";
import { TableRoot } from "../../../ui/table.tsx";
import { ProgramCard, ProgramFrame } from "../frame.tsx";
import { InvitationLook, InvitationWordsField, ShowInMail } from "../invitation-words.tsx";
import { useCurrentMail } from "../notices.tsx";
import { ImportColumns } from "./columns.tsx";

interface ImportPageProps {
  readonly file: Import | undefined;
  readonly preview: InvitationPreview;
  readonly sent?: FormState | undefined;
}

/** Import of a spreadsheet, in every state: choosing, checking, importing, done. */
export function ImportPage({ file, preview, sent }: ImportPageProps) {
  return (
    <ProgramFrame current={pagePaths.invitations()} sent={sent}>
      <ProgramCard title="Import a spreadsheet" titleId="import-title">
        {file === undefined ? <Choose /> : <Chosen {...{ file, preview, sent }} />}
        {(file === undefined || file.state === "checked") && <InvitationLook preview={preview} />}
      </ProgramCard>
      {file?.state === "checked" && <ImportColumns file={file} />}
      {file !== undefined && file.state !== "running" && file.rows.length > 0 && (
        <ImportRows rows={file.rows} />
      )}
    </ProgramFrame>
  );
}

export function Choose() {
  return (
    <>
      <Text as="p" size="2" color="gray">
        Use the spreadsheet you have. Everyone with an email address is invited, except people who
        have died or asked not to be contacted, if the spreadsheet says so. We use the rest to fill
        in their profile, which stays hidden until they accept. You'll see what will happen before
        we email anyone.
      </Text>
      <form
        className="form stack"
        method="post"
        action={pagePaths.importFile()}
        encType="multipart/form-data"
      >
        <NativeField
          id="import-file"
          label="Spreadsheet"
          type="file"
          name="file"
          accept={accepted}
          data-max-bytes={maxFileBytes}
          data-too-large={tooLargeText}
          required
          hint={
            <>
              XLSX, CSV or vCard, up to {maxFileMegabytes} MB and {peopleText} rows.{" "}
              <Link href={pagePaths.importTemplate()} download>Download an example</Link>
            </>
          }
        />
        <Button type="submit" data-pending="Checking…" size="3">Check Spreadsheet</Button>
      </form>
    </>
  );
}

const accepted = [
  ".xlsx",
  ".csv",
  ".tsv",
  ".txt",
  ".vcf",
  "text/csv",
  "text/tab-separated-values",
  "text/plain",
  "text/vcard",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
].join();

interface ChosenProps extends Pick<ImportPageProps, "preview" | "sent"> {
  readonly file: Import;
}

function Chosen({ file, preview, sent }: ChosenProps) {
  const { state, rows, done, includesOptedOut, sheets, sheet } = file;
  const sheetName = sheets[sheet];
  const action = pagePaths.importFile();
  const counts = countRows(rows);
  const { new: news, here, "opted-out": optedOut, bounced } = counts;
  const mail = useCurrentMail();
  const summary = summaryText(counts);
  switch (state) {
    case "checked":
      return (
        <>
          <Text as="p" role="status">
            <strong>{summary}</strong>
          </Text>
          {sheets.length > 1 && (
            <Text as="p" size="2" color="gray">
              These are the people in the sheet “<bdi>{sheetName}</bdi>”, one of{" "}
              {sheets.length}. To read another one, choose it under Columns.
            </Text>
          )}
          {news + here === 0 && optedOut + bounced > 0 && (
            <Notice
              tone="warning"
              title={`Everyone in this spreadsheet asked not to be contacted${
                bounced > 0 ? ", or email to them came back" : ""
              }`}
            >
              <Text as="p">
                No one will be invited. Have they agreed to be invited since? If a column means
                something else, choose what it is below, then check again.
              </Text>
              <ActionButton
                action={action}
                does="include"
                label={`Include ${people(optedOut + bounced)} ${
                  bounced > 0 ? "anyway" : "who opted out"
                }`}
                variant="outline"
              />
            </Notice>
          )}
          {includesOptedOut && (
            <Text as="p" size="2" color="gray">
              People who asked not to be contacted are included, as you chose.
            </Text>
          )}
          {rows.every(({ email }) => email === "") && (
            <Notice tone="warning" title="We found no email addresses">
              <Text as="p">Check the columns below. Choose “Email” for the one that has them.</Text>
            </Notice>
          )}
          {counts["set-aside"] > 0 && (
            <Text as="p" size="2" color="gray">
              To invite people in hidden or struck-out rows, show these rows or remove the line
              through them. Save the spreadsheet, and choose it again.
            </Text>
          )}
          <Waiting count={news} />
          {here > 0 && (
            <Text as="p" size="2" color="gray">
              Nothing changes for people who are here already. If your spreadsheet has something new
              about them, only they see it, and they decide whether to add it.
            </Text>
          )}
          {news > 0 && (
            <ActionForm className="program-form stack full" action={action}>
              <InvitationWordsField preview={preview} sent={sent} isForMany />
              <Button type="submit" name="does" value="start" size="3">
                {`Invite ${people(news)}`}
              </Button>
              <ShowInMail />
            </ActionForm>
          )}
          <div className="program-do row">
            {news === 0 && here > 0 && (
              <ActionButton
                action={action}
                does="start"
                label={`Show details to ${people(here)}`}
              />
            )}
            <ActionButton
              action={action}
              does="forget"
              label="Choose Another File"
              variant="outline"
            />
          </div>
        </>
      );
    case "running":
      return (
        <>
          <Text as="p" role="status">
            <strong>{done} of {done + news} invited.</strong>{" "}
            You can leave this page. If the service restarts, choose the file again: no one is
            invited twice.
          </Text>
          <progress className="import-progress full" max={done + news} value={done}>
            {done} of {done + news}
          </progress>
        </>
      );
    case "done":
    case "failed":
      return (
        <>
          {state === "failed" && (
            <Notice tone="danger" title="The import stopped early">
              <Text as="p">Choose the file again to go on. No one is invited twice.</Text>
            </Notice>
          )}
          <Text as="p" role="status">
            <strong>{summary}</strong>
            {state === "done" && counts.invited > 0 && mail?.is === "works" &&
              " One email a second goes out."}
          </Text>
          {sheets.length > 1 && (
            <Text as="p" size="2" color="gray">
              This was the sheet “<bdi>{sheetName}</bdi>”, one of{" "}
              {sheets.length}. To import another one, choose the file again.
            </Text>
          )}
          <Waiting count={counts.invited} />
          <div className="program-do row">
            <ButtonLink href={pagePaths.importReport()} download>Download Report</ButtonLink>
            <ActionButton
              action={action}
              does="forget"
              label="Import Another File"
              variant="outline"
            />
          </div>
        </>
      );
  }
}

/** Says that the invitations wait while mail isn't set up. */
function Waiting({ count }: { readonly count: number }) {
  const text = waitText(count, useCurrentMail());
  return text === undefined ? null : (
    <Text as="p">
      {text} <Link href={pagePaths.programMail()}>Set up mail</Link>
    </Text>
  );
}

/** The page shows this many rows, and notes on each; the report has all. */
const mostRows = 200;
const mostNotes = 12;

/** Results by row. Rows that need attention come first. */
function ImportRows({ rows }: { readonly rows: readonly ImportRow[] }) {
  return (
    <section className="list" aria-labelledby="rows-title">
      <Heading as="h2" size="6" id="rows-title">
        Rows <span className="note">({rows.length.toLocaleString("en-US")})</span>
      </Heading>
      <TableRoot scrollLabel="Table of rows">
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeaderCell>Row</Table.ColumnHeaderCell>
            <Table.ColumnHeaderCell>Name</Table.ColumnHeaderCell>
            <Table.ColumnHeaderCell>Result</Table.ColumnHeaderCell>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {byUrgency(rows).slice(0, mostRows).map((row, at) => <Row key={at} row={row} />)}
        </Table.Body>
      </TableRoot>
      <Text as="p" size="2" color="gray">
        {rows.length > mostRows && `Showing the first ${mostRows}. `}
        <Link href={pagePaths.importReport()} download>Download all rows</Link>
      </Text>
    </section>
  );
}

function Row({ row }: { readonly row: ImportRow }) {
  const { number, name, email, is, notes } = row;
  return (
    <Table.Row className={`import-${is}`}>
      <Table.RowHeaderCell className="import-number">{number}</Table.RowHeaderCell>
      <Table.Cell className="import-person">
        <bdi>{name || "–"}</bdi>
        {email !== "" && <bdi className="import-email note">{email}</bdi>}
      </Table.Cell>
      <Table.Cell className="import-result">
        {rowText(row)}
        {notes.length > 0 && (
          <ul className="import-notes">
            {notes.slice(0, mostNotes).map((note, at) => <li key={at}>{noteText(note)}</li>)}
            {notes.length > mostNotes && <li>{notes.length - mostNotes} more are in the report</li>}
          </ul>
        )}
      </Table.Cell>
    </Table.Row>
  );
}
