import { Button, Card, Heading, Link, Text } from "@radix-ui/themes";
import { type Context, Hono } from "hono";
import { type RosterQuery, rosterStates } from "../../../../api/contract/program.ts";
import type { RosterPage } from "../../../../api/features/program/roster.ts";
import { roles } from "../../../../events/vocabulary.ts";
import { fullName } from "../../../islands/profile/display.ts";
import type { MemberEnv, SiteDeps } from "../../../page-env.ts";
import { pagePaths } from "../../../paths.ts";
import { cut } from "../../form.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ShieldIcon } from "../../../ui/icons.tsx";
import { PageLinks } from "../../../ui/page-links.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { ProgramFrame } from "../frame.tsx";
import { roleChoices, states, Who } from "./who.tsx";

/** `/program/everybody`, for staff. */
export function everybodyRoutes({ product: { program } }: SiteDeps): Hono<MemberEnv> {
  return new Hono<MemberEnv>().get(pagePaths.everybody(), async (c) => {
    const query = queryIn(c);
    const found = await program.roster(c.var.member.memberId, query);
    return c.render(<EverybodyPage query={query} found={found} />, { title: "Everyone" });
  });
}

function queryIn(c: Context): RosterQuery {
  const { search = "", role, state, page } = c.req.query();
  return {
    search: cut(search),
    role: [...roles, "none" as const].find((each) => each === role),
    state: rosterStates.find((each) => each === state),
    page: Number(page),
  };
}

const stateChoices = rosterStates.map((value) => ({ value, label: states[value].label }));

function EverybodyPage(
  { query, found }: { readonly query: RosterQuery; readonly found: RosterPage },
) {
  const { people, total, page, pages } = found;
  const at = (wanted: number) => pagePaths.everybody({ ...query, page: wanted });
  return (
    <ProgramFrame current={pagePaths.everybody()}>
      <Text as="p" size="2" color="gray">
        You can see everyone who has an account: name, role and state. You can't read hidden
        profiles.
      </Text>
      <form className="program-find columns gap-3" role="search" action={pagePaths.everybody()}>
        <TextField
          id="roster-search"
          type="search"
          name="search"
          label="Name"
          autoComplete="off"
          defaultValue={query.search}
        />
        <Select
          label="Role"
          name="role"
          options={roleChoices}
          placeholder="All"
          defaultValue={query.role ?? ""}
        />
        <Select
          label="State"
          name="state"
          options={stateChoices}
          placeholder="All"
          defaultValue={query.state ?? ""}
        />
        <Button type="submit" size="3">Find</Button>
      </form>
      <section className="list" aria-labelledby="everybody-title">
        <Heading as="h2" size="6" id="everybody-title">
          {total === 1 ? "1 person" : `${total.toLocaleString("en-US")} people`}
        </Heading>
        {total === 0
          ? (
            <EmptyState icon={<ShieldIcon />} title="No one matches.">
              <Text as="p">
                <Link href={pagePaths.everybody()}>Show everyone</Link>
              </Text>
            </EmptyState>
          )
          : (
            <ul role="list">
              {people.map((person) => (
                <Card asChild size="3" key={person.id} className="line">
                  <li>
                    <Who person={person}>
                      <Heading as="h3" size="3" dir="auto">
                        <Link href={pagePaths.programPerson(person.id)}>{fullName(person)}</Link>
                      </Heading>
                    </Who>
                  </li>
                </Card>
              ))}
            </ul>
          )}
        <PageLinks page={page} pages={pages} at={at} />
      </section>
    </ProgramFrame>
  );
}
