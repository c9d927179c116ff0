import { type Context, Hono } from "hono";
import { Problem } from "../../../api/contract/problem.ts";
import { toProblem } from "../../../api/http/problems.ts";
import type { FormState } from "../../forms/form-state.ts";
import type { PageEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { cut, invalidForm, readFields, runForm } from "../form.ts";
import {
  CheckedPage,
  ChoicePage,
  ClosedPage,
  ProgressPage,
  RestoredPage,
  sentFile,
} from "./view.tsx";
import { readSentBackup } from "./sent-backup.ts";
import { secretFault, typedSecret } from "./typed-secret.ts";

/** How long the last page can be opened after a restore. */
const restoredForMs = 24 * 60 * 60 * 1000;
const refreshSeconds = 3;
const secretPage = { title: "Restore a Backup", isSecret: true } as const;

/**
 * `/restore`: for people with the first staff link of an empty installation. They choose a backup
 * and enter its secret, see its content, and start. Without script, pages reload by themselves.
 * @returns Mount `streamed` before the middleware that reads forms, since its form may have a file
 * of gigabytes.
 */
export function restoreRoutes({ product, config }: SiteDeps) {
  const { restore, firstStaff } = product;
  /** Why the last file was refused. A browser that is still sending may not get the answer. */
  let refusal: string | undefined;

  /** Answers people whose link doesn't work here; `undefined` for others. */
  async function close(c: Context<PageEnv>, token: string) {
    const link = token === "" ? "expired" : await firstStaff.linkState(token);
    const is = link === "good" && !await restore.isOffered() ? "used" : link;
    if (is === "good") return undefined;
    c.status(400);
    return await c.render(<ClosedPage is={is} />, secretPage);
  }

  /** The last restore, for some time after it. */
  async function recentRestore() {
    const last = await restore.lastRestore();
    const isRecent = last !== undefined &&
      config.now().getTime() - last.restoredAt.getTime() < restoredForMs;
    return isRecent ? last : undefined;
  }

  async function show(c: Context<PageEnv>, token: string, sent?: FormState) {
    const closed = await close(c, token);
    if (closed !== undefined) return closed;
    const state = restore.state();
    switch (state.is) {
      case "reading":
      case "restoring": {
        const to = pagePaths.restore(token);
        const refresh = { seconds: refreshSeconds, to, isScriptless: true };
        return await c.render(
          <ProgressPage state={state} token={token} />,
          { ...secretPage, refresh },
        );
      }
      case "checked":
        return await c.render(<CheckedPage {...{ ...state, token, sent }} />, secretPage);
      case "nothing":
      case "refused":
      case "failed": {
        const why = refusal ?? ("message" in state ? state.message : undefined);
        const files = await restore.files();
        const sentBytes = restore.sentBytes();
        return await c.render(
          <ChoicePage {...{ files, sentBytes, token, sent, why: sent ? undefined : why }} />,
          secretPage,
        );
      }
    }
  }

  const streamed = new Hono<PageEnv>().post(pagePaths.sendBackup(), async (c) => {
    let token = "";
    refusal = undefined;
    try {
      const { texts, hasFile } = await readSentBackup(c.req.raw, async (before, file) => {
        token = before.token ?? "";
        if (await close(c, token) !== undefined) throw new Problem(400, "This link has expired");
        await restore.receive(file, Number(before.bytes) || undefined);
      });
      token = texts.token ?? "";
      const closed = await close(c, token);
      if (closed !== undefined) return closed;
      const from = hasFile ? sentFile : texts.from ?? "";
      const secret = typedSecret(texts.secret ?? "");
      const isGone = from === sentFile && restore.sentBytes() === undefined;
      const faults = faultsOf(isGone ? "" : from, secret);
      if (faults !== undefined) return await show(c, token, invalidForm(c, faults, {}));
      await restore.check({ file: from === sentFile ? "uploaded" : from, secret });
      return c.redirect(pagePaths.restore(token), 303);
    } catch (error) {
      const problem = toProblem(error);
      if (problem === undefined) throw error;
      refusal = problem.message;
      c.status(problem.status);
      return await show(c, token);
    }
  });

  const pages = new Hono<PageEnv>()
    .get(pagePaths.restore(), async (c) => {
      const answer = await show(c, cut(c.req.query("token") ?? ""));
      // The link expires with the restore that it was used for.
      const isOver = answer.status !== 200 && await recentRestore() !== undefined;
      return isOver ? c.redirect(pagePaths.restored(), 303) : answer;
    })
    .post(pagePaths.restore(), async (c) => {
      const { token = "", does } = await readFields(c, ["token", "does"]);
      const closed = await close(c, token);
      if (closed !== undefined) return closed;
      return await runForm(c, {
        failed: "Not restored",
        next: pagePaths.restore(token),
        show: (sent) => show(c, token, sent),
        async run() {
          refusal = undefined;
          if (does === "start") return await restore.start();
          await restore.forget();
        },
      });
    })
    // Requested by the page's script.
    .post(pagePaths.restoreState(), async (c) => {
      const { token = "" } = await readFields(c, ["token"]);
      if (await close(c, token) !== undefined) throw new Problem(404, "Not found");
      const state = restore.state();
      return c.json({ is: state.is, share: "share" in state ? state.share : 0 });
    })
    .get(pagePaths.restored(), async (c) => {
      const last = await recentRestore();
      if (last === undefined) return c.redirect(paths.home(), 302);
      return await c.render(
        <RestoredPage last={last} programName={config.programName} />,
        { title: "Restored" },
      );
    });
  return { streamed, pages };
}

/** Messages for invalid fields; `undefined` without any. */
function faultsOf(file: string, secret: string): Readonly<Record<string, string>> | undefined {
  const wrongSecret = secretFault(secret);
  if (file !== "" && wrongSecret === undefined) return undefined;
  return {
    ...(file === "" && { file: "Choose a backup." }),
    ...(wrongSecret !== undefined && { secret: wrongSecret }),
  };
}
