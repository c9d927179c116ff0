import { Button, Card, Heading, Link, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { Connection } from "../../../api/contract/connections.ts";
import { directoryParams, emptyQuery } from "../../../api/contract/directory.ts";
import type { Suggestion, Suggestions } from "../../../api/features/home/suggestions.ts";
import { facets } from "../../../search/facets.ts";
import { fullName } from "../../islands/profile/display.ts";
import { paths } from "../../paths.ts";
import { TextField } from "../../ui/fields/field.tsx";
import { ConnectionLines } from "../connections/view.tsx";
import { Part } from "./part.tsx";
import { AskAlumniLink } from "../question/ask-alumni-link.tsx";
import { MemberAvatar } from "../member-avatar.tsx";

const shownRequests = 3;

interface FindHelpProps extends Suggestions {
  /** Connections waiting for the cadet, between the search and the suggested people. */
  readonly children: ReactNode;
}

export function FindHelp({ people, questions, canAskAnyone, children }: FindHelpProps) {
  return (
    <>
      <section className="shell-column home-part stack" aria-labelledby="home-title">
        <Heading as="h1" size="8" id="home-title">Find someone who can help</Heading>
        <form className="home-search row gap-3" role="search" action={paths.alumni()}>
          <TextField
            id="home-search"
            type="search"
            name="search"
            label="Name, branch, job, place or topic"
            autoComplete="off"
          />
          <Button type="submit" size="3">Search alumni</Button>
        </form>
        {questions.length > 0 && (
          <div className="home-questions row">
            <Text as="p" id="questions-title">Try one of these:</Text>
            <ul className="row" role="list" aria-labelledby="questions-title">
              {questions.map((question) => (
                <li key={question}>
                  <Link href={searchFor(question)}>{question}</Link>
                </li>
              ))}
            </ul>
          </div>
        )}
      </section>
      {children}
      <Part id="people" title="People you could ask">
        {people.length === 0
          ? (
            <Text as="p">
              {canAskAnyone
                ? (
                  <>
                    We have no one new to suggest.{" "}
                    <Link href={takesRequestsPath}>See everyone who takes requests</Link>
                  </>
                )
                : (
                  <>
                    No one is taking requests right now.{" "}
                    <Link href={paths.directory()}>Browse everyone</Link>
                  </>
                )}
            </Text>
          )
          : (
            <ul className="home-people columns gap-3" role="list">
              {people.map((person) => (
                <Card
                  asChild
                  size="3"
                  key={person.user.id}
                  className="home-person beside middle gap-3"
                >
                  <li>
                    <Person {...person} />
                  </li>
                </Card>
              ))}
            </ul>
          )}
        <AskAlumniLink reader={{ role: "cadet" }}>Not sure whom to ask?</AskAlumniLink>
      </Part>
    </>
  );
}

function Person({ user, about, topic, isAskedFor }: Suggestion) {
  return (
    <>
      <MemberAvatar of={user} id={user.id} />
      <div className="breakable">
        <Heading as="h3" size="3">
          <a className="home-link card-link" href={paths.member(user.id)}>{fullName(user)}</a>
        </Heading>
        {about.length > 0 && <Text as="p" color="gray">{about.join(" · ")}</Text>}
        {topic !== null && (
          <Text as="p">{isAskedFor ? "Also helps with" : "Helps with"} {topic}</Text>
        )}
      </div>
    </>
  );
}

const takesRequestsPath = `${paths.directory()}?${
  directoryParams({ ...emptyQuery, requests: facets.requests.choices ?? [] })
}`;

function searchFor(question: string): string {
  return `${paths.alumni()}?${directoryParams({ ...emptyQuery, search: question })}`;
}

/** A cadet's open requests, except those that are waiting for the cadet. */
export function OwnRequests({ open }: { readonly open: readonly Connection[] }) {
  if (open.length === 0) return null;
  return (
    <Part id="open" title="Your requests">
      <ConnectionLines className="stack" of={open.slice(0, shownRequests)} />
      {open.length > shownRequests && (
        <Text as="p">
          <Link href={paths.connections()}>See all {open.length} requests</Link>
        </Text>
      )}
    </Part>
  );
}
