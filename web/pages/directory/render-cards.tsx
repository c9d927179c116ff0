import { renderToString } from "react-dom/server";
import type { AnswerCache } from "../../../api/answers/answer-cache.ts";
import type { Shown } from "../../../api/answers/shown-to.ts";
import type { DirectoryAnswer, DirectoryQuery } from "../../../api/contract/directory.ts";
import { ProfileCard } from "../../islands/directory/profile-card.tsx";

interface Cards {
  readonly shown: Shown;
  readonly content: Pick<DirectoryAnswer, "profiles" | "matches">;
  readonly query: Pick<DirectoryQuery, "helpTopics">;
  readonly since: string;
}

/**
 * Renders the cards of a page, or takes them from the cache: they are three quarters of its work, and other views have
 * the same ones.
 *
 * @returns Their HTML, by their members' ids.
 */
export async function renderCards(
  answers: Pick<AnswerCache, "read">,
  { shown, content: { profiles, matches }, query, since }: Cards,
): Promise<ReadonlyMap<string, string>> {
  return new Map(
    await Promise.all(profiles.map(async (profile, at) => {
      const match = matches[at];
      const ticked = query.helpTopics.filter((topic) => profile.helpTopics?.includes(topic));
      // All that it is made of: the read tables may have changed since they were read.
      const address = `card ${JSON.stringify([profile, match, ticked, since])}`;
      const { html } = await answers.read({ shown, address }, () => {
        const html = renderToString(<ProfileCard {...{ profile, match, ticked, since }} />);
        return { html, byteLength: 2 * html.length };
      });
      return [profile.userId, html] as const;
    })),
  );
}
