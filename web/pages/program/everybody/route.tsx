import { type Context, Hono } from "hono";
import { Refusing, type RosterQuery, rosterStates } from "../../../../api/contract/program.ts";
import { Problem } from "../../../../api/problems.ts";
import { roles } from "../../../../events/vocabulary.ts";
import { flash } from "../../../flash.ts";
import type { FormState } from "../../../forms/form-state.ts";
import type { MemberEnv } from "../../../page-env.ts";
import { pagePaths, paths } from "../../../paths.ts";
import type { SiteDeps } from "../../../site-deps.ts";
import { checked, readTexts } from "../../connections/read-texts.ts";
import { refusedForm } from "../../form.ts";
import { EverybodyPage, HistoryPage, PersonPage } from "./page.tsx";

/** More than any name has. */
const maxSearch = 200;

/** Everybody, each by themselves, and what was done: behind the door of `/program`. */
export function everybodyRoutes({ product: { program } }: SiteDeps): Hono<MemberEnv> {
  async function showPerson(c: Context<MemberEnv>, personId: string, sent?: FormState) {
    const found = await program.person(c.var.member.memberId, personId);
    return c.render(<PersonPage {...found} sent={sent} />, { title: "Person" });
  }

  async function act(
    c: Context<MemberEnv>,
    personId: string,
    texts: Readonly<Record<string, string>>,
  ): Promise<string> {
    const { member: { memberId }, origin } = c.var;
    const { does, seen, role } = texts;
    switch (does) {
      case "accept":
        await program.accept(memberId, personId, origin, seen === "refused" ? seen : "waiting");
        return "Accepted";
      case "refuse": {
        const { words = "" } = checked(Refusing, { words: texts.words ?? "" });
        await program.refuse(memberId, personId, words || null, origin);
        return "Refused";
      }
      case "confirm-cadre":
        await program.confirmCadre(memberId, personId, origin);
        return "Confirmed";
      case "grant-cadre":
        await program.grantCadre(memberId, personId, origin);
        return "They are cadre now";
      case "take-cadre":
        if (role !== "alumni" && role !== "cadet") {
          throw new Problem(400, "Please choose what they are from now on");
        }
        await program.takeCadre(memberId, personId, role, origin);
        return "They are not cadre any more";
      case "close-asking":
        await program.closeAsking(memberId, personId, origin);
        return "Closed for asking others";
      case "open-asking":
        await program.openAsking(memberId, personId, origin);
        return "They can ask again";
      default:
        throw new Problem(400, "Please choose what to do");
    }
  }

  return new Hono<MemberEnv>()
    .get(pagePaths.everybody(), async (c) => {
      const query = queryIn(c);
      const found = await program.roster(c.var.member.memberId, query);
      return c.render(<EverybodyPage query={query} found={found} />, { title: "Everybody" });
    })
    .get(pagePaths.programHistory(), async (c) => {
      const text = c.req.query("before");
      const before = /^\d{1,15}$/.test(text ?? "") ? Number(text) : undefined;
      const history = await program.history(c.var.member.memberId, before);
      const isFirst = before === undefined;
      return c.render(<HistoryPage history={history} isFirst={isFirst} />, { title: "History" });
    })
    .get(pagePaths.programPerson(":id"), (c) => showPerson(c, c.req.param("id") ?? ""))
    .post(pagePaths.programPerson(":id"), async (c) => {
      const personId = c.req.param("id") ?? "";
      const texts = await readTexts(c, ["does", "seen", "role", "words"]);
      try {
        flash(c, { title: await act(c, personId, texts) });
      } catch (error) {
        return showPerson(c, personId, refusedForm(c, error, {}, "Not done"));
      }
      // Who has just taken their own role sees nothing here any more.
      const isOwn = texts.does === "take-cadre" && personId === c.var.member.memberId;
      return c.redirect(isOwn ? paths.home() : pagePaths.programPerson(personId), 303);
    });
}

function queryIn(c: Context): RosterQuery {
  const { search = "", role, state, page } = c.req.query();
  return {
    search: search.slice(0, maxSearch),
    role: [...roles, "none" as const].find((each) => each === role),
    state: rosterStates.find((each) => each === state),
    page: /^\d{1,6}$/.test(page ?? "") ? Math.max(1, Number(page)) : 1,
  };
}
