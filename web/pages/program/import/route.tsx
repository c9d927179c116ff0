import { type Context, Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { template } from "../../../../api/invitations/columns.ts";
import { Problem } from "../../../../api/problems.ts";
import type { ColumnChoices } from "../../../../api/program/office.ts";
import type { FormState } from "../../../forms/form-state.ts";
import type { MemberEnv } from "../../../page-env.ts";
import { pagePaths, paths } from "../../../paths.ts";
import type { SiteDeps } from "../../../site-deps.ts";
import { refusedForm } from "../../form.ts";
import { ImportPage } from "./page.tsx";
import { reportOf } from "./report.ts";

/** What this browser has said of columns; a header names nobody. */
const cookieName = "columns";
/** A cookie has little room: what is more is not remembered. */
const maxCookie = 3000;
const yearSeconds = 365 * 24 * 60 * 60;
const Choices = z.record(z.string(), z.string().nullable());
/** Seconds until a browser looks again at an import that goes on. */
const lookAgain = "1";

/** `/program/import`, behind the door of `/program`. */
export function importRoutes({ product: { inviting } }: SiteDeps): Hono<MemberEnv> {
  async function show(c: Context<MemberEnv>, sent?: FormState) {
    const file = await inviting.file(c.var.member.memberId);
    if (file?.state === "running") c.header("Refresh", lookAgain);
    return c.render(<ImportPage file={file} sent={sent} />, { title: "Import a File" });
  }

  async function act(c: Context<MemberEnv>): Promise<void> {
    const { memberId } = c.var.member;
    const form = await c.req.formData();
    const chosen = form.get("file");
    if (chosen instanceof File) {
      if (chosen.size === 0) throw new Problem(400, "Please choose a file that is not empty");
      await inviting.open(memberId, new Uint8Array(await chosen.arrayBuffer()), remembered(c));
      return;
    }
    switch (form.get("does")) {
      case "choose": {
        const before = await inviting.file(memberId);
        const columns = (before?.header ?? []).map((_, at) => textIn(form, `column-${at}`) || null);
        const { header } = await inviting.choose(memberId, columns);
        remember(c, Object.fromEntries(header.map((text, at) => [text, columns[at] ?? null])));
        return;
      }
      case "start":
        return await inviting.start(memberId);
      case "forget":
        return await inviting.forget(memberId);
      default:
        throw new Problem(400, "Please choose a file");
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
      const file = await inviting.file(c.var.member.memberId);
      if (file === undefined) return c.redirect(pagePaths.importFile(), 303);
      return csv(c, "import-report.csv", reportOf(file));
    })
    .post(pagePaths.importFile(), async (c) => {
      try {
        await act(c);
      } catch (error) {
        return show(c, refusedForm(c, error, {}, "Not done"));
      }
      return c.redirect(pagePaths.importFile(), 303);
    });
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.slice(0, 100) : "";
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
