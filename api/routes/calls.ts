import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { z } from "zod";
import type { MemberRecord } from "../../events/members/record.ts";
import type { Origin } from "../auth/origin.ts";
import { type MemberEnv, requireMember, requireRole } from "../middleware/session.ts";
import { valid } from "../middleware/valid.ts";
import { describe, type Description, type Group, type JsonSchema } from "../openapi/describe.ts";
import { Problem } from "../problems.ts";

type Guard = MiddlewareHandler<MemberEnv>;

export interface CallRequest<Body> {
  readonly c: Context<MemberEnv>;
  /** Only behind `requireMember`. */
  readonly member: MemberRecord;
  readonly memberId: string;
  readonly origin: Origin;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly body: Body;
  /** The id in the path. @throws {Problem} 404 if it isn't a UUID. */
  readonly id: (param?: string, message?: string) => string;
}

interface CallOptions<Schema extends z.ZodType>
  extends Omit<Description, "group" | "who" | "body"> {
  /** Conditions in addition to the group's guards. */
  readonly guards?: readonly Guard[];
  readonly body?: Schema;
  /** Describes the body better than its schema. */
  readonly describedBody?: JsonSchema | "file";
  /** Resolves with the answer, or its content. */
  readonly run: (request: CallRequest<z.infer<Schema>>) => unknown;
}

/** API calls. One declaration both handles and describes a call. */
export class Calls extends Hono<MemberEnv> {
  readonly #group: Group;
  readonly #guards: readonly Guard[];

  /** @param guards For all calls and every other path below the same address. */
  constructor(group: Group, ...guards: readonly Guard[]) {
    super();
    this.#group = group;
    this.#guards = guards;
    if (guards.length > 0) this.use(...guards);
  }

  /** @param name Method and path, such as `GET /:id`. */
  call<Schema extends z.ZodType>(name: string, options: CallOptions<Schema>): this {
    const [method = "", path = ""] = name.split(" ");
    const { summary, guards = [], body, describedBody, run, ...description } = options;
    const all = [...this.#guards, ...guards];
    const who = all.includes(requireRole)
      ? "member with a role"
      : all.includes(requireMember)
      ? "member"
      : "anyone";
    const [status] = description.answer;
    this.on(
      method,
      [path],
      describe(this.#group, summary, { ...description, who, body: describedBody ?? body }),
      ...guards,
      ...(body === undefined ? [] : [valid(body) as unknown as Guard]),
      async (c: Context<MemberEnv>) => {
        const member = c.get("member");
        const content = await run({
          c,
          member,
          memberId: member?.memberId,
          origin: c.get("origin"),
          signal: c.req.raw.signal,
          body: c.req.valid("json" as never) as z.infer<Schema>,
          id: (param = "id", message) => idOf(c.req.param(param) ?? "", message),
        });
        if (content instanceof Response) return content;
        return content === undefined ? c.body(null, status) : c.json(content, status as 200);
      },
    );
    return this;
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function idOf(param: string, message = "Not found"): string {
  const id = param.toLowerCase();
  if (!uuid.test(id)) throw new Problem(404, message);
  return id;
}
