import { Hono } from "hono";
import {
  directoryParams,
  emptyQuery,
  readDirectoryQuery,
} from "../../../api/contract/directory.ts";
import { seededAnswer } from "../../islands/directory/card-fields.ts";
import { choicesFrom } from "../../islands/directory/filtering/choices.ts";
import { directoryCall } from "../../islands/directory/use-answer.ts";
import { variants } from "../../islands/directory/variants.ts";
import { relaxations } from "../../islands/directory/filtering/relaxations.ts";
import { renderContent } from "../../document.tsx";
import type { MemberEnv } from "../../page-env.ts";
import { directoryNames, directoryRole, paths } from "../../paths.ts";
import type { SiteDeps } from "../../site-deps.ts";
import { DirectoryPage } from "./page.tsx";

/** `/cadre`, `/alumni` and `/directory`: the address says which view of the list. */
export function directoryRoutes({ product, config }: SiteDeps): Hono<MemberEnv> {
  const routes = new Hono<MemberEnv>();
  for (const directory of directoryNames) {
    const role = directoryRole(directory);
    routes.get(paths[directory](), async (c) => {
      const asked = readDirectoryQuery(new URL(c.req.url).searchParams);
      const { today } = product.settings.topics();
      const helpTopics = asked.helpTopics.map(today);
      if (helpTopics.some((topic, at) => topic !== asked.helpTopics[at])) {
        // An address from before a topic was renamed.
        const params = directoryParams({ ...asked, helpTopics });
        return c.redirect(`${paths[directory]()}?${params}`, 302);
      }
      // Which roles are listed is the directory's own; an address cannot say otherwise.
      const query = { ...asked, role };
      const { programName } = config;
      // The same for every reader. What is found and the choices change with the read tables alone.
      const key = JSON.stringify([directory, query, programName]);
      const { memberId } = c.get("member");
      const part = await product.directory.kept(key, memberId, async (answerTo, markup) => {
        const [answer, everyone] = await Promise.all([
          answerTo(query),
          product.directory.facets({ ...emptyQuery, role }),
        ]);
        const relaxed = answer.total > 0 && answer.relaxed === null ? [] : await Promise.all(
          relaxations(query).map(async (relaxation) =>
            [relaxation.query, await answerTo({ ...relaxation.query, role })] as const
          ),
        );
        const answers = [[query, answer] as const, ...relaxed];
        return renderContent(
          <DirectoryPage
            directory={directory}
            programName={programName}
            query={query}
            choices={choicesFrom(everyone)}
          />,
          answers.map((
            [query, answer],
          ) => [[directoryCall(directory, query)], seededAnswer(answer)]),
          [],
          markup,
        );
      });
      return c.render(part, { title: variants[directory].title(config.programName) });
    });
  }
  return routes;
}
