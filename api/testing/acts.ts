import type { Origin } from "../auth/origin.ts";
import type { ChangePassword } from "../contract/account.ts";
import type { Decision } from "../features/program/decision.ts";
import { Problem, toBody } from "../contract/problem.ts";
import { toProblem } from "../http/problems.ts";
import type { Product } from "../product.ts";
import type { ConnectionCommand } from "../../events/connections/commands.ts";

type Connections = Product["connections"];
const from = () => ({ requestId: crypto.randomUUID(), ip: "192.0.2.1" });

type Work = (product: Product, memberId: string, origin: Origin) => Promise<unknown>;

/**
 * Actions of pages' forms, called at the functions behind them, in the session of a browser. Answers are like those of
 * calls: 204 without content, or a refusal's status and message.
 */
export function actsOf(product: Product, session: () => string | undefined) {
  async function answer(work: () => Promise<unknown>, status: number): Promise<Response> {
    try {
      const content = await work();
      if (content === undefined) return new Response(null, { status: 204 });
      return Response.json(content, { status });
    } catch (error) {
      const problem = toProblem(error);
      if (problem === undefined) throw error;
      const { status, retryAfterSeconds } = problem;
      const headers = { ...retryAfterSeconds && { "Retry-After": String(retryAfterSeconds) } };
      return Response.json(toBody(problem), { status, headers });
    }
  }

  const does = (work: Work, status = 200) =>
    answer(async () => {
      const found = await product.authentication.authenticate(session() ?? "");
      if (found === undefined) throw new Problem(401, "Not authenticated");
      return await work(product, found.member.memberId, { ...from(), session: found.session });
    }, status);

  const act = (id: string, command: ConnectionCommand) =>
    does(({ connections }, me, origin) => connections.act(me, id, command, origin));

  return {
    does,
    act,
    ask: (request: Parameters<Connections["ask"]>[1]) =>
      does(({ connections }, me, origin) => connections.ask(me, request, origin), 201),
    write: (id: string, text: string) =>
      does(async ({ connections }, me, origin) => {
        const command = { type: "Write", text, way: "site" } as const;
        return (await connections.act(me, id, command, origin)).messages[0];
      }, 201),
    report: (id: string, about: Parameters<Connections["report"]>[2]) =>
      does(({ connections }, me, origin) => connections.report(me, id, about, origin)),
    conversations: () => does(({ conversations }, me) => conversations.list(me, {})),
    conversation: (id: string) => does(({ conversations }, me) => conversations.read(me, id, {})),
    block: (memberId: string) =>
      does(({ connections }, me, origin) => connections.block(me, memberId, origin)),
    blocked: () => does(({ conversations }, me) => conversations.blocked(me)),
    /** Requests another link that confirms their address. */
    askForLink: () => does(({ verification }, me) => verification.resend(me)),
    /** Uses the token of a mailed link, without a session. */
    confirmAddress: (token = "") =>
      answer(() => product.confirmation.verify({ token }, from()), 200),
    confirmPassword: (password: string) =>
      does(async ({ security }, me, origin) => {
        await security.confirm(me, { password }, origin);
      }),
    changePassword: (passwords: ChangePassword) =>
      does(async ({ security }, me, origin) => {
        await security.changePassword(me, passwords, origin);
      }),
    sessions: () => does(({ security }, me, origin) => security.sessions(me, origin)),
    /** As staff. */
    decide: (personId: string, decision: Decision) =>
      does(({ decisions }, me, origin) => decisions.decide(me, personId, decision, origin)),
  };
}
