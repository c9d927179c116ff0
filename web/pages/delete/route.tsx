import { type Context, Hono } from "hono";
import { handOver } from "../../../api/erasure/receipt.ts";
import { flash } from "../../flash.ts";
import { deleteAccountWords, deleteProfileWords, type DeleteWords } from "./words.ts";
import type { FormState } from "../../forms/form-state.ts";
import type { MemberEnv } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import type { SiteDeps } from "../../site-deps.ts";
import { readTexts } from "../connections/read-texts.ts";
import { refusedForm } from "../form.ts";
import { DeletePage } from "./page.tsx";

interface Deletion {
  readonly words: DeleteWords;
  /** Address of the question and its form. */
  readonly path: string;
  /** Address of the next page. */
  readonly next: string;
  run(c: Context<MemberEnv>): Promise<void>;
}

/** Deleting one's profile or account. */
export function deleteRoutes({ product }: SiteDeps): Hono<MemberEnv> {
  const deletions: readonly Deletion[] = [
    {
      words: deleteProfileWords,
      path: paths.deleteProfile(),
      next: paths.profile(),
      run: (c) => product.profiles.remove(c.var.member.memberId, c.var.origin),
    },
    {
      words: deleteAccountWords,
      path: paths.deleteAccount(),
      next: paths.home(),
      async run(c) {
        const { memberId } = c.var.member;
        const receipt = await product.accounts.deleteAccount(memberId, c.var.origin);
        await c.var.signOut();
        handOver(c, receipt);
      },
    },
  ];
  const routes = new Hono<MemberEnv>();
  for (const { words, path, next, run } of deletions) {
    const title = words.question;
    const leavesNoStaff = async ({ var: { member } }: Context<MemberEnv>) =>
      path === paths.deleteAccount() && await product.program.isLastStaff(member.memberId);
    const ask = async (c: Context<MemberEnv>, failure?: FormState["failure"]) => {
      const isLastStaff = await leavesNoStaff(c);
      const page = <DeletePage {...{ words, action: path, isLastStaff, failure }} />;
      return c.render(page, { title });
    };
    routes.get(path, (c) => ask(c));
    routes.post(path, async (c) => {
      const { isWarned } = await readTexts(c, ["isWarned"]);
      // The other staff may have left since the question was asked.
      if (isWarned === undefined && await leavesNoStaff(c)) {
        c.status(409);
        return ask(c);
      }
      try {
        await run(c);
      } catch (error) {
        const { failure } = refusedForm(c, error, {}, words.failed);
        return ask(c, failure);
      }
      flash(c, words.done);
      return c.redirect(next, 303);
    });
  }
  return routes;
}
