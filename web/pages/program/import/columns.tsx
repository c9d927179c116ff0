import { Button, Text } from "@radix-ui/themes";
import type { Import } from "../../../../api/features/invitations/imports.ts";
import { columns } from "../../../../api/features/invitations/rows/columns.ts";
import { pagePaths } from "../../../paths.ts";
import { ProgramCard } from "../frame.tsx";
import { Select } from "../../../ui/fields/select.tsx";

const fields = Object.entries(columns).map(([value, { title }]) => ({ value, label: title }));

/** A form may have 200 fields. */
const mostColumns = 150;

/**
 * How a spreadsheet was read, for staff to correct: its sheet, its header row, and the field of
 * each column.
 */
export function ImportColumns({ file }: { readonly file: Import }) {
  const { sheets, sheet } = file;
  const filled = file.columns.map((column, at) => ({ ...column, at }))
    .filter(({ examples }) => examples.length > 0);
  const unknown = filled.filter(({ field }) => field === null);
  const known = filled.length - unknown.length;
  const left = new Set(unknown.slice(Math.max(0, mostColumns - known)).map(({ at }) => at));
  const shown = filled.filter(({ at }) => !left.has(at)).slice(0, mostColumns);
  return (
    <ProgramCard title="Columns" titleId="columns-title">
      <Text as="p" size="2" color="gray">
        This is how we read your spreadsheet, with the first values of each column. If something is
        wrong, choose what the column is, then check again.
        {unknown.length > 0 &&
          ` ${unknown.length} ${unknown.length === 1 ? "column isn't" : "columns aren't"} used.`}
      </Text>
      <form className="import-guess stack start full" method="post" action={pagePaths.importFile()}>
        {sheets.length > 1 && (
          <Select
            label="Sheet"
            name="sheet"
            options={sheets.map((label, at) => ({ value: String(at), label }))}
            defaultValue={String(sheet)}
          />
        )}
        <HeaderRow file={file} />
        <div className="import-columns columns top gap-3 full">
          {shown.map(({ title, field, examples, at }) => (
            <Select
              key={at}
              label={<bdi>{title}</bdi>}
              name={`column-${at}`}
              options={fields}
              placeholder="Not used"
              defaultValue={field ?? ""}
              hint={<bdi>{examples.join(" · ")}</bdi>}
            />
          ))}
        </div>
        <Button type="submit" name="does" value="choose" size="3">Check spreadsheet again</Button>
      </form>
    </ProgramCard>
  );
}

function HeaderRow({ file: { firstRows, headerRow } }: { readonly file: Import }) {
  const rows = firstRows.map((text, at) => ({ value: String(at), label: `Row ${at + 1}: ${text}` }))
    .filter((_, at) => firstRows[at] !== "" || at === headerRow);
  const isFurtherDown = headerRow !== null && headerRow >= firstRows.length;
  return (
    <Select
      label="Row with the column titles"
      name="header"
      options={[
        ...rows,
        ...isFurtherDown ? [{ value: String(headerRow), label: `Row ${headerRow + 1}` }] : [],
        { value: "none", label: "No row has titles" },
      ]}
      defaultValue={headerRow === null ? "none" : String(headerRow)}
    />
  );
}
