import type { Import, ImportRow } from "../../../../api/contract/program.ts";
import { columns } from "../../../../api/invitations/columns.ts";
import type { FormState } from "../../../forms/form-state.ts";
import { pagePaths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { Select } from "../../../ui/select.tsx";
import { ProgramFrame } from "../frame.tsx";
import { countRows, outcomeText } from "./report.ts";

export interface ImportPageProps {
  readonly file: Import | undefined;
  readonly sent?: FormState | undefined;
}

/** So many rows are shown; the report has all. */
const mostRows = 200;

const fields = Object.entries(columns).map(([value, { title }]) => ({ value, label: title }));

/** A list of people on its way in: chosen, checked, imported. */
export function ImportPage({ file, sent }: ImportPageProps) {
  return (
    <ProgramFrame current={pagePaths.invitations()} sent={sent}>
      <section className="card program-card" aria-labelledby="import-title">
        <h2 id="import-title">Import a file</h2>
        {file === undefined ? <Choose /> : <Chosen file={file} />}
      </section>
      {file !== undefined && file.state !== "running" && file.rows.length > 0 && (
        <Rows file={file} />
      )}
    </ProgramFrame>
  );
}

function Choose() {
  return (
    <>
      <p className="program-quiet">
        Save your spreadsheet as “CSV UTF-8”, with a first row that names the columns. Email, first
        name and last name are needed; whoever has class year, rank, army branch and MOS gets a
        profile, hidden until they accept. Nothing happens before you have seen what would.{" "}
        <a href={pagePaths.importTemplate()} download>A file to begin with</a>
      </p>
      <form
        className="program-upload"
        method="post"
        action={pagePaths.importFile()}
        encType="multipart/form-data"
      >
        <div className="field">
          <label className="field-label" htmlFor="import-file">File</label>
          <input
            className="field-input"
            id="import-file"
            type="file"
            name="file"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
            required
          />
        </div>
        <Button type="submit">Check the File</Button>
      </form>
    </>
  );
}

function Chosen({ file }: { readonly file: Import }) {
  const { state, wrong, rows, done } = file;
  const { new: news, invited, there, wrong: skipped } = countRows(rows);
  switch (state) {
    case "asked":
    case "checked":
      return (
        <>
          {wrong === null
            ? (
              <p className="import-sum">
                <strong>{people(news)} would be invited</strong>
                {there > 0 && `, ${people(there)} with an account left alone`}
                {skipped > 0 && `, ${rowsText(skipped, "is", "are")} skipped`}.
              </p>
            )
            : (
              <Callout tone="warning" title={wrong}>
                <p>Please say below which column it is.</p>
              </Callout>
            )}
          <Columns file={file} />
          <div className="program-do">
            {news > 0 && <Does does="start" label={`Invite ${people(news)}`} />}
            <Does does="forget" label="Choose Another File" variant="outline" />
          </div>
        </>
      );
    case "running":
      return (
        <>
          <p role="status">
            <strong>{done} of {done + news} are invited.</strong>{" "}
            This goes on when you leave the page. If the service is restarted meanwhile, choose the
            file again: whoever is there is left alone.
          </p>
          <progress className="import-progress" max={done + news} value={done}>
            {done} of {done + news}
          </progress>
        </>
      );
    case "done":
    case "failed":
      return (
        <>
          {state === "failed" && (
            <Callout tone="danger" title="The import broke off">
              <p>
                {people(invited)}{" "}
                are invited. Choose the file again to go on: nobody is invited twice.
              </p>
            </Callout>
          )}
          {state === "done" && (
            <p className="import-sum" role="status">
              <strong>{people(invited)} are invited</strong>
              {there > 0 && `, ${people(there)} with an account left alone`}
              {skipped > 0 && `, ${rowsText(skipped, "was", "were")} skipped`}. One mail a second
              goes out.
            </p>
          )}
          <div className="program-do">
            <ButtonLink href={pagePaths.importReport()} download>Download the Report</ButtonLink>
            <Does does="forget" label="Import Another File" variant="outline" />
          </div>
        </>
      );
  }
}

function Columns({ file: { header, columns: chosen, wrong } }: { readonly file: Import }) {
  const unused = header.filter((text, at) => chosen[at] === null && text.trim() !== "");
  return (
    <details className="program-fold" open={wrong !== null}>
      <summary>
        Columns{unused.length > 0 && wrong === null && `: ${unused.length} not used`}
      </summary>
      <form method="post" action={pagePaths.importFile()}>
        <div className="import-columns">
          {header.map((text, at) => (
            <Select
              key={at}
              label={<bdi>{text.trim() || `Column ${at + 1}`}</bdi>}
              name={`column-${at}`}
              options={fields}
              placeholder="Not used"
              defaultValue={chosen[at] ?? ""}
            />
          ))}
        </div>
        <Button type="submit" name="does" value="choose">Check Again</Button>
      </form>
    </details>
  );
}

interface DoesProps {
  readonly does: string;
  readonly label: string;
  readonly variant?: "outline";
}

function Does({ does, label, variant }: DoesProps) {
  return (
    <form method="post" action={pagePaths.importFile()}>
      <Button type="submit" name="does" value={does} variant={variant}>{label}</Button>
    </form>
  );
}

const order: Readonly<Record<ImportRow["is"], number>> = { wrong: 0, new: 1, invited: 2, there: 3 };

function Rows({ file: { rows } }: { readonly file: Import }) {
  const sorted = rows.toSorted((one, other) =>
    order[one.is] - order[other.is] || one.number - other.number
  );
  return (
    <section className="program-list" aria-labelledby="rows-title">
      <h2 id="rows-title">
        Rows <span className="program-quiet">({rows.length})</span>
      </h2>
      <div className="import-scroll" role="group" aria-label="Table of rows" tabIndex={0}>
        <table className="import-rows">
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Name</th>
              <th scope="col">What becomes of it</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, mostRows).map((row) => (
              <tr key={row.number} className={`import-${row.is}`}>
                <th scope="row">{row.number}</th>
                <td>
                  <bdi>{row.name ?? "–"}</bdi>
                </td>
                <td>{outcomeText(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > mostRows && (
        <p className="program-quiet">
          The first {mostRows} of them.{" "}
          <a href={pagePaths.importReport()} download>Download all rows</a>
        </p>
      )}
    </section>
  );
}

function rowsText(count: number, one: string, many: string): string {
  return count === 1 ? `1 row ${one}` : `${count} rows ${many}`;
}

function people(count: number): string {
  return count === 1 ? "1 person" : `${count} people`;
}
