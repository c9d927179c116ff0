import { type Context, Hono } from "hono";
import { settingsInput } from "../../../../api/contract/settings.ts";
import { counted } from "../../../../events/amounts.ts";
import type { FormState } from "../../../forms/form-state.ts";
import type { MemberEnv, SiteDeps } from "../../../page-env.ts";
import { pagePaths } from "../../../paths.ts";
import { checked, readFields, runForm } from "../../form.ts";
import { ClassesPage } from "./view.tsx";

const names = ["does", "classYear", "date"] as const;

/** `/program/commissioning`: dates of commissioning classes, and their confirmations. */
export function classesRoutes({ product, config }: SiteDeps): Hono<MemberEnv> {
  const { classes, settings } = product;

  async function show(c: Context<MemberEnv>, sent?: FormState) {
    const lists = await classes.lists(c.var.member.memberId);
    const page = <ClassesPage lists={lists} now={config.now()} sent={sent} />;
    return c.render(page, { title: "Commissioning" });
  }

  return new Hono<MemberEnv>()
    .get(pagePaths.programCommissioning(), (c) => show(c))
    .post(pagePaths.programCommissioning(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const texts = await readFields(c, names);
      return await runForm(c, {
        async run() {
          if (texts.does === "remind") {
            const reminded = await classes.remind(memberId, texts.classYear ?? "", origin);
            return reminded === 0
              ? "No one needs a reminder right now"
              : `${counted(reminded, "cadet")} will get an email`;
          }
          await settings.execute(memberId, checked(settingsInput(config.now()), texts), origin);
          return texts.does === "commissioning-date"
            ? "Commissioning date saved"
            : "Commissioning date removed";
        },
        next: pagePaths.programCommissioning(),
        show: (sent) => show(c, sent),
        values: texts,
        failed: "Not saved",
      });
    });
}
