import { type Context, Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { reportOf } from "../../../../api/features/invitations/import-words.ts";
import { template } from "../../../../api/features/invitations/rows/columns.ts";
import { Problem } from "../../../../api/contract/problem.ts";
import type { ColumnChoices } from "../../../../api/features/invitations/import-guess.ts";
import type { ImportChoice } from "../../../../api/contract/program.ts";
import type { FormState } from "../../../forms/form-state.ts";
import type { MemberEnv, SiteDeps } from "../../../page-env.ts";
import { pagePaths, paths } from "../../../paths.ts";
import { runForm } from "../../form.ts";
import { lookAgain } from "../../look-again.ts";
import { onOneLine, wordsIn } from "../invitations/route.tsx";
import { ImportPage } from "./view.tsx";

/** Cookie with the columns that were chosen in this browser. Titles contain no personal data. */
const cookieName = "columns";
/** A cookie has little room: longer choices are not remembered. */
const maxCookie = 3000;
const yearSeconds = 365 * 24 * 60 * 60;
const Choices = z.record(z.string(), z.string().nullable());
/** Cuts longer sentences, which are refused anyway. */
const mostWords = 1000;
/** Seconds until a browser reloads the page of a running import. */
const refreshSeconds = 1;

/** `/program/import`, for staff. */
export function importRoutes({ product: { imports, inviting } }: SiteDeps): Hono<MemberEnv> {
  async function show(c: Context<MemberEnv>, sent?: FormState) {
    const file = await imports.read(c.var.member.memberId);
    if (file?.state === "running") lookAgain(c, refreshSeconds);
    // Don't prefill the member's last sentence: it may be meant for one person, and everyone here
    // would get it.
    const preview = await inviting.preview(c.var.member.memberId, sent?.values.words ?? "");
    return c.render(<ImportPage {...{ file, preview, sent }} />, {
      title: "Import a Spreadsheet",
    });
  }

  /** @param values Receives the values that are shown again. */
  async function act(
    c: Context<MemberEnv>,
    values: Record<string, string>,
  ): Promise<Response | void> {
    const { memberId } = c.var.member;
    const form = await c.req.formData();
    const file = form.get("file");
    if (file instanceof File) {
      if (file.size === 0) throw new Problem(400, "Choose a file that isn't empty");
      const bytes = new Uint8Array(await file.arrayBuffer());
      await imports.open(memberId, bytes, remembered(c), file.name);
      return;
    }
    switch (form.get("does")) {
      case "choose": {
        const { columns = [], headerRow = null } = await imports.read(memberId) ?? {};
        // The page leaves out columns without values.
        const fields = columns.map(({ field }, at) =>
          form.has(`column-${at}`) ? textIn(form, `column-${at}`) || null : field
        );
        await imports.choose(memberId, { ...placesIn(form), columns: fields });
        // In a sheet without titles, columns can't be recognized later.
        if (headerRow === null) return;
        // Only corrected guesses are remembered.
        const corrected = columns.flatMap(({ title, field }, at) =>
          fields[at] === field ? [] : [[title, fields[at] ?? null]]
        );
        return remember(c, Object.fromEntries(corrected));
      }
      case "include":
        return void await imports.choose(memberId, { includesOptedOut: true });
      case "preview":
      case "start": {
        const words = onOneLine(textIn(form, "words", mostWords));
        values.words = words;
        if (form.get("does") === "preview") return await show(c, { values, fields: {} });
        return await imports.start(memberId, wordsIn({ words }).words);
      }
      case "forget":
        return await imports.forget(memberId);
      default:
        throw new Problem(400, "Choose a file");
    }
  }

  const csv = (c: Context, name: string, text: string) =>
    c.body(text, 200, {
      "Cache-Control": "private, no-store",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Content-Type": "text/csv; charset=UTF-8",
    });

  return new Hono<MemberEnv>()
    .get(pagePaths.importFile(), (c) => show(c))
    .get(pagePaths.importTemplate(), (c) => csv(c, "alumni.csv", `\ufeff${template()}`))
    .get(pagePaths.importReport(), async (c) => {
      const file = await imports.read(c.var.member.memberId);
      if (file === undefined) return c.redirect(pagePaths.importFile(), 303);
      return csv(c, "import-report.csv", await reportOf(file.rows));
    })
    .post(pagePaths.importFile(), (c) => {
      const values: Record<string, string> = {};
      return runForm(c, {
        run: () => act(c, values),
        next: pagePaths.importFile(),
        show: (sent) => show(c, sent),
        values,
      });
    });
}

/** The chosen sheet and header row; fields that the form does not have stay unchanged. */
function placesIn(form: FormData): Pick<ImportChoice, "sheet" | "headerRow"> {
  const [sheet, headerRow] = [textIn(form, "sheet"), textIn(form, "header")];
  const isPlace = (text: string) => /^\d{1,4}$/.test(text);
  return {
    ...isPlace(sheet) && { sheet: Number(sheet) },
    ...headerRow === "none" && { headerRow: null },
    ...isPlace(headerRow) && { headerRow: Number(headerRow) },
  };
}

function textIn(form: FormData, name: string, most = 100): string {
  const value = form.get(name);
  return typeof value === "string" ? value.slice(0, most) : "";
}

function remembered(c: Context): ColumnChoices {
  try {
    return Choices.parse(JSON.parse(getCookie(c, cookieName) ?? "{}"));
  } catch {
    return {};
  }
}

function remember(c: Context, choices: ColumnChoices): void {
  const text = JSON.stringify({ ...remembered(c), ...choices });
  if (encodeURIComponent(text).length > maxCookie) return;
  setCookie(c, cookieName, text, {
    path: paths.program(),
    httpOnly: true,
    sameSite: "Lax",
    maxAge: yearSeconds,
  });
}
