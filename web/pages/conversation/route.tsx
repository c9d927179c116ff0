import { type Context, Hono } from "hono";
import { z } from "zod";
import { isOwn } from "../../../api/features/directory/views.ts";
import type {
  Connection,
  ConnectionWithMessages,
  OthersWhoHelp,
} from "../../../api/contract/connections.ts";
import { toProblem } from "../../../api/http/problems.ts";
import type { Origin } from "../../../api/auth/origin.ts";
import type { Product } from "../../../api/product.ts";
import { type SeenProfile, withoutContacts } from "../../../events/members/privacy.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { flash } from "../../flash.ts";
import type { MemberEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { readTexts, refusedForm } from "../form.ts";
import { otherName } from "../connections/words.ts";
import { actionOf, actOn, conversationFields, failures } from "./actions.ts";
import { ConversationPage } from "./view.tsx";
import type { ConversationPageProps, RefusedAction } from "./props.ts";
import { BackLink } from "../page-head.tsx";

const path = "/connections/:id{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}}";

/** `/connections/:id`: one conversation. Its forms post to its own address. */
export function conversationRoutes({ product, config }: SiteDeps): Hono<MemberEnv> {
  const { connections, conversations } = product;

  async function show(
    c: Context<MemberEnv>,
    connection: ConnectionWithMessages,
    { sent, part }: Pick<ConversationPageProps, "sent" | "part"> = {},
  ) {
    return await c.render(
      <ConversationPage
        connection={connection}
        profile={await profileOf(product.profiles, c.var.member, connection)}
        others={part === "earlier"
          ? undefined
          : await othersOf(connections, c.var.member, connection, c.var.origin)}
        alsoAsked={await product.alsoAsked.of(c.var.member.memberId, connection.id)}
        byMail={await product.relay.about(c.var.member.memberId, connection.id)}
        now={config.now()}
        reader={c.var.member}
        action={pagePaths.connection(connection.id)}
        isSignedIn
        sent={sent}
        part={part}
        top={<BackLink to={paths.connections()} label="Connections" />}
      />,
      { title: otherName(connection), isSecret: true },
    );
  }

  return new Hono<MemberEnv>()
    .get(path, async (c) => {
      const { memberId } = c.var.member;
      const id = c.req.param("id");
      const { before } = readRange(c);
      const connection = await conversations.read(memberId, id, { before });
      return show(c, connection, { part: before === undefined ? undefined : "earlier" });
    })
    .post(path, async (c) => {
      const { member: { memberId }, origin } = c.var;
      const texts = await readTexts(c, conversationFields);
      const id = c.req.param("id");
      const connection = await conversations.find(memberId, id);
      const action = actionOf(texts);
      let shown = id;
      try {
        const actor = { memberId, origin, way: "site" } as const;
        const { startedId = id, ...toast } = await actOn(product, actor, connection, texts);
        flash(c, toast);
        shown = startedId;
      } catch (error) {
        const sent = refusedAction(c, error, texts);
        // The other member may have changed it first: the page shows the current state.
        return show(c, await conversations.read(memberId, id), { sent });
      }
      // A blocked member's request no longer exists.
      if (action === "block") return c.redirect(paths.connections(), 303);
      return c.redirect(pagePaths.newestMessage(shown), 303);
    });
}

const messageId = z.uuid().optional().catch(undefined);
const Range = z.object({ before: messageId });

/** Reads the requested messages from the URL; the latest by default. */
export function readRange(c: Context): z.infer<typeof Range> {
  return Range.parse(c.req.query());
}

/** The other person's profile, as shared with the reader; `null` for none. */
export async function profileOf(
  profiles: Product["profiles"],
  reader: MemberRecord,
  { with: other }: Connection,
): Promise<SeenProfile | null> {
  if (other === null) return null;
  try {
    const profile = await profiles.preview(reader, other.id);
    return isOwn(profile) ? null : withoutContacts(profile);
  } catch (error) {
    const status = toProblem(error)?.status;
    if (status === 403 || status === 404) return null;
    throw error;
  }
}

/**
 * Others whom the asker of an unanswered request can ask. If they can't be looked up, the
 * conversation can still be read, and the page links to the directory.
 */
async function othersOf(
  connections: Pick<Product["connections"], "others">,
  { memberId }: MemberRecord,
  { id, isSilent }: Connection,
  origin: Origin,
): Promise<OthersWhoHelp | undefined> {
  if (!isSilent) return undefined;
  try {
    return await connections.others(memberId, id, origin);
  } catch (error) {
    if (toProblem(error) === undefined) throw error;
  }
}

export function refusedAction(
  c: Context,
  error: unknown,
  texts: Readonly<Record<string, string>>,
): RefusedAction {
  const action = actionOf(texts);
  const about = texts.messageId;
  const refused = refusedForm(c, error, texts, failures[action]);
  return { ...refused, action, ...about !== undefined && { about } };
}
