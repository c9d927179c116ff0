import { Hono } from "hono";
import {
  directoryParams,
  type DirectoryQuery,
  emptyQuery,
  readDirectoryQuery,
} from "../../../api/contract/directory.ts";
import { seededAnswer } from "../../islands/directory/card-fields.ts";
import { confirmedSince } from "../../islands/profile/display.ts";
import { type Choices, choicesFrom } from "../../islands/directory/filtering/choices.ts";
import { directoryKey } from "../../islands/directory/use-answer.ts";
import { variants } from "../../islands/directory/words.ts";
import { slotOf } from "../../../api/auth/limits/seen-things.ts";
import { toProblem } from "../../../api/http/problems.ts";
import { flash } from "../../flash.ts";
import { readTexts, readTopics } from "../form.ts";
import type { MemberEnv, SiteDeps } from "../../page-env.ts";
import { renderPart } from "../../page-part.tsx";
import {
  type DirectoryName,
  directoryNames,
  directoryRole,
  ownAddress,
  paths,
} from "../../paths.ts";
import { Directory } from "../../islands/directory/directory.tsx";
import { Island } from "../../islands/island.tsx";
import { AskAlumniLink } from "../question/ask-alumni-link.tsx";
import { PageHead } from "../page-head.tsx";

/** `/cadre`, `/alumni` and `/directory`. The URL holds the view of the list. */
export function directoryRoutes({ product, config }: SiteDeps): Hono<MemberEnv> {
  const routes = new Hono<MemberEnv>();
  for (const directory of directoryNames) {
    const role = directoryRole(directory);
    routes.get(paths[directory](), async (c) => {
      const asked = readDirectoryQuery(new URL(c.req.url).searchParams);
      const { today } = product.settings.topics();
      const helpTopics = asked.helpTopics.map(today);
      if (helpTopics.some((topic, at) => topic !== asked.helpTopics[at])) {
        // A URL may have a topic's earlier name.
        const params = directoryParams({ ...asked, helpTopics });
        return c.redirect(`${paths[directory]()}?${params}`, 302);
      }
      // The directory's page decides which roles are listed; a URL can't change that.
      const query = { ...asked, role };
      const { programName } = config;
      const { member, origin } = c.var;
      const canAskAlumni = member.role === "cadet" && directory !== "cadre";
      const since = confirmedSince(config.now());
      const address = `page ${
        JSON.stringify([directory, query, programName, canAskAlumni, since])
      }`;
      const part = await product.directory.read(member, origin, address, async () => {
        const { content, memberIds } = await product.directory.find(query);
        const choices = choicesFrom(await product.directory.facetsOf({ ...emptyQuery, role }));
        return renderPart(
          <DirectoryPage
            directory={directory}
            programName={programName}
            canAskAlumni={canAskAlumni}
            query={query}
            choices={choices}
            since={since}
          />,
          [[directoryKey(directory, query), seededAnswer(content)]],
          memberIds.map(slotOf),
        );
      });
      return c.render(part, { title: variants[directory].title(programName) });
    });
  }
  routes.post(paths.uncovered(), async (c) => {
    const { member } = c.var;
    const { back = "" } = await readTexts(c, ["back"]);
    try {
      const counted = await product.uncovered.report(member.memberId, await readTopics(c));
      flash(c, {
        title: counted.length > 0 ? "Thanks for telling us" : "Someone helps with this now",
        description: counted.length > 0
          ? "The program's staff see what no one covers, but not who looked for it."
          : "Search again to find them.",
      });
    } catch (error) {
      const problem = toProblem(error);
      if (problem?.status !== 429) throw error;
      const title = "You've told us enough for today";
      flash(c, { title, description: "Try again tomorrow." });
    }
    return c.redirect(ownAddress(back) ?? paths.directory(), 303);
  });
  return routes;
}

interface DirectoryPageProps {
  readonly directory: DirectoryName;
  readonly programName: string;
  readonly canAskAlumni: boolean;
  readonly query: DirectoryQuery;
  readonly choices: Choices;
  readonly since: string;
}

function DirectoryPage(
  { directory, programName, canAskAlumni, query, choices, since }: DirectoryPageProps,
) {
  const { title, subtitle } = variants[directory];
  return (
    <div className="shell-column directory-column">
      <PageHead title={title(programName)}>{subtitle}</PageHead>
      <Island name="directory" id="d" of={Directory} props={{ directory, query, choices, since }} />
      {canAskAlumni && (
        <AskAlumniLink reader={{ role: "cadet" }} topic={query.helpTopics[0]}>
          Not sure whom to ask?
        </AskAlumniLink>
      )}
    </div>
  );
}
