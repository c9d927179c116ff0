import type { ImportRow } from "../../../../api/contract/program.ts";
import { byUrgency, noteText, rowText } from "../../../../api/invitations/import-words.ts";
import { pagePaths } from "../../../paths.ts";

/** The page shows this many rows; the report has all. */
const mostRows = 200;

/** Result of each row; those that need attention come first. */
export function ImportRows({ rows }: { readonly rows: readonly ImportRow[] }) {
  return (
    <section className="list" aria-labelledby="rows-title">
      <h2 id="rows-title">
        Rows <span className="note">({rows.length.toLocaleString("en-US")})</span>
      </h2>
      <div className="import-scroll" role="group" aria-label="Table of rows" tabIndex={0}>
        <table className="import-rows">
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Name</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {byUrgency(rows).slice(0, mostRows).map((row, at) => <Row key={at} row={row} />)}
          </tbody>
        </table>
      </div>
      <p className="note">
        {rows.length > mostRows && `Showing the first ${mostRows}. `}
        <a href={pagePaths.importReport()} download>Download all rows</a>
      </p>
    </section>
  );
}

function Row({ row }: { readonly row: ImportRow }) {
  const { number, name, is, notes } = row;
  return (
    <tr className={`import-${is}`}>
      <th scope="row">{number}</th>
      <td>
        <bdi>{name || "–"}</bdi>
      </td>
      <td>
        {rowText(row)}
        {notes.length > 0 && (
          <ul className="import-notes">
            {notes.map((note, at) => <li key={at}>{noteText(note)}</li>)}
          </ul>
        )}
      </td>
    </tr>
  );
}
