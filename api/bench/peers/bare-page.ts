/**
 * Renders the directory's content with React alone, from a prepared answer: the cost of the page without search, rules
 * and frame. As a program, it reads answers from its input, prints its port, and serves.
 *
 * @module
 */
import { Hono } from "hono";
import { createElement as h } from "react";
import { renderToString } from "react-dom/server";
import { facetGroups, facetLabel, facets } from "../../../search/facets.ts";
import type { DirectoryAnswer } from "../../contract/directory.ts";
import { get, type Peer, type Work } from "./peer.ts";
import { startOwnProgram } from "../programs.ts";

export async function startBarePage({ answers }: Pick<Work, "answers">): Promise<Peer> {
  const program = await startOwnProgram(new URL(import.meta.url).pathname, answers);
  return {
    ...program,
    name: "a bare React page",
    shots: { page: answers.map((_, at) => get(`/directory/${at}`)) },
    lacks: {
      page: "no search, no viewers, no sessions, no islands: it renders an answer that it is given",
    },
  };
}

type Profile = DirectoryAnswer["profiles"][number];

function Page({ answer }: { readonly answer: DirectoryAnswer }) {
  return h(
    "html",
    { lang: "en" },
    h("head", null, h("title", null, "Directory"), h("meta", { name: "viewport" })),
    h(
      "body",
      null,
      h("h1", null, "Directory"),
      h("p", null, `${answer.total} people`),
      h("form", null, facetGroups.map((group) => h(Facet, { key: group, group, answer }))),
      h("ul", null, answer.profiles.map((profile) => h(Card, { key: profile.userId, profile }))),
    ),
  );
}

function Facet(
  { group, answer }: {
    readonly group: typeof facetGroups[number];
    readonly answer: DirectoryAnswer;
  },
) {
  const choices = answer.facets[group].map(({ value, count }) =>
    h(
      "label",
      { key: value },
      h("input", { type: "checkbox", name: group, value }),
      h("span", null, facetLabel(group, value)),
      h("span", { className: "count" }, count),
    )
  );
  return h("fieldset", null, h("legend", null, facets[group].legend), choices);
}

function Card({ profile }: { readonly profile: Profile }) {
  const { userId, user, rank, jobTitle, company, location, armyBranch, classYear, bio } = profile;
  const name = [rank, user.firstName, user.lastName].filter(Boolean).join(" ");
  return h(
    "li",
    { className: "card" },
    h("h2", null, h("a", { href: `/alumni/${userId}` }, name)),
    h("p", null, [jobTitle, company].filter(Boolean).join(" at ")),
    h("p", null, location),
    h("p", null, h("span", { className: "badge" }, armyBranch), h("span", null, classYear)),
    h("p", null, bio),
    h("ul", null, profile.helpTopics?.map((topic) => h("li", { key: topic }, topic))),
    h("a", { href: `/connections/new?to=${userId}` }, "Connect"),
  );
}

if (import.meta.main) {
  const texts: readonly string[] = await new Response(Deno.stdin.readable).json();
  const answers = texts.map((text) => JSON.parse(text) as DirectoryAnswer);
  const app = new Hono().get("/directory/:at", (c) => {
    const answer = answers[Number(c.req.param("at"))];
    if (answer === undefined) return c.notFound();
    return c.html(`<!doctype html>${renderToString(h(Page, { answer }))}`);
  });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  console.log(server.addr.port);
}
