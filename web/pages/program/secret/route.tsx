import { Button, Card, Heading, Text } from "@radix-ui/themes";
import { type Context, Hono } from "hono";
import { siteName } from "../../../../api/mail/templates/letterhead.ts";
import type { BackupState } from "../../../../api/backup/backups.ts";
import { ActionForm } from "../../../forms/action-form.tsx";
import { fieldOf, type FormState } from "../../../forms/form-state.ts";
import type { MemberEnv, SiteDeps } from "../../../page-env.ts";
import { pagePaths } from "../../../paths.ts";
import { TextField } from "../../../ui/fields/field.tsx";
import { dateText } from "../../connections/words.ts";
import { readFields, runForm } from "../../form.ts";
import { BackLink, PageHead } from "../../page-head.tsx";
import { ProgramCard, ProgramFrame } from "../frame.tsx";
import { LocalTime } from "../../connections/local-time.tsx";

/**
 * `/program/secret`, for staff: shows the secret after a password check, until someone has printed
 * it.
 */
export function secretRoutes({ product, config }: SiteDeps): Hono<MemberEnv> {
  const { backups, printedSecret } = product;

  async function show(c: Context<MemberEnv>, sent?: FormState, identity?: string) {
    const { secret: state } = await backups.state();
    const page = identity === undefined || state.isKept ? <SecretPage state={state} /> : (
      <PrintPage
        identity={identity}
        siteName={siteName(config)}
        address={new URL(c.req.url).host}
        now={config.now()}
        sent={sent}
      />
    );
    return await c.render(page, { title: "Print your secret", isSecret: true });
  }

  return new Hono<MemberEnv>()
    .get(pagePaths.programSecret(), (c) => show(c))
    .post(pagePaths.programSecret(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const { does, lastEight } = await readFields(c, ["does", "lastEight"]);
      const identity = await printedSecret.read(memberId, origin);
      if (does !== "keep" || identity === undefined) return await show(c, undefined, identity);
      return await runForm(c, {
        failed: "Not confirmed",
        values: { lastEight: lastEight ?? "" },
        next: pagePaths.setup(),
        show: (sent) => show(c, sent, identity),
        async run() {
          await printedSecret.keep(memberId, lastEight ?? "", origin);
          return {
            title: "Your secret is printed",
            description: "Keep the sheet in a safe place, away from this computer.",
          };
        },
      });
    });
}

function SecretPage({ state }: { readonly state: BackupState["secret"] }) {
  const { isKept, since } = state;
  return (
    <ProgramFrame current={pagePaths.programSecret()}>
      <ProgramCard
        title={isKept ? "Your secret is printed" : "Print your secret"}
        titleId="secret-title"
      >
        {isKept
          ? (
            <>
              <Text as="p">
                It has been in use since{" "}
                <LocalTime at={since.toISOString()} />. We don't show it again. Keep the sheet in a
                safe place, away from this computer.
              </Text>
              <Text as="p" size="2" color="gray">
                If the sheet is lost or someone else has seen it, ask the person who runs the server
                to change the secret. Then print the new one here.
              </Text>
            </>
          )
          : (
            <>
              <Text as="p">
                Backups are encrypted, and only your program's secret opens them. If the disk of
                this computer dies and no one has the secret, everything is lost.
              </Text>
              <Text as="p">Go to a printer, and then show it. We ask for your password first.</Text>
              <ActionForm action={pagePaths.programSecret()}>
                <Button type="submit" name="does" value="show" size="3">Show the secret</Button>
              </ActionForm>
            </>
          )}
        <OlderSecrets state={state} />
      </ProgramCard>
    </ProgramFrame>
  );
}

/** Earlier secrets, which older backups still need. */
export function OlderSecrets({ state }: { readonly state: BackupState["secret"] }) {
  return state.older.map(({ until, neededUntil }) => (
    <Text as="p" key={until.toISOString()}>
      Keep the secret that was in use until <LocalTime at={until.toISOString()} /> as well, until
      {" "}
      <LocalTime at={neededUntil.toISOString()} />: older backups need it.
    </Text>
  ));
}

interface PrintPageProps {
  readonly identity: string;
  readonly siteName: string;
  /** The directory's address. */
  readonly address: string;
  readonly now: Date;
  readonly sent: FormState | undefined;
}

function PrintPage({ identity, siteName, address, now, sent }: PrintPageProps) {
  return (
    <div className="shell-column page-stack secret-print">
      <div className="secret-screen">
        <PageHead title="Print your secret">
          Print this page, or copy it by hand. Then confirm below that you have it.
        </PageHead>
        <BackLink to={pagePaths.setup()} label="Back to the set-up list" />
        <Button type="button" data-prints="" className="with-script" size="3">
          Print this page
        </Button>
      </div>
      <Card asChild size="3" className="stack secret-sheet">
        <section aria-labelledby="sheet-title">
          <Heading as="h2" size="4" id="sheet-title">The secret of {siteName}</Heading>
          <Text as="p">
            {address}, printed on {dateText(now.toISOString())}
          </Text>
          <Text as="p" className="secret-groups">
            {groupsOf(identity).map((group, index) => <span key={index}>{group}</span>)}
          </Text>
          <Text as="p">
            <strong>If the disk dies:</strong>
          </Text>
          <ol className="secret-steps">
            <li>Install Alumni Connect on a new computer, and open the link that it prints.</li>
            <li>
              Choose “Restore a backup”, and the newest backup file. Its name begins with “alumni”
              and ends in “.age”.
            </li>
            <li>
              Type this secret. Small letters, spaces and line breaks don't matter. After the first
              16 characters it has no letter B, I or O, and no digit 1.
            </li>
          </ol>
          <Text as="p" size="2" color="gray">
            Lock this sheet away, in another place than the computer and its backups. Anyone with a
            backup and this sheet can read everything about every member.
          </Text>
        </section>
      </Card>
      <ProgramCard
        className="secret-screen"
        title="Do you have it on paper?"
        titleId="kept-title"
      >
        <Text as="p">Once you confirm it, we don't show the secret again.</Text>
        <ActionForm className="form stack" action={pagePaths.programSecret()}>
          <TextField
            {...fieldOf(sent, "lastEight")}
            label="Last eight characters, as they are on the sheet"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            maxLength={20}
          />
          <Button type="submit" name="does" value="keep" size="3">I have the sheet</Button>
        </ActionForm>
      </ProgramCard>
    </div>
  );
}

/** Its prefix, which identifies its kind, and groups of eight. */
function groupsOf(identity: string): readonly string[] {
  const begin = identity.length % 8 + 16;
  return [identity.slice(0, begin), ...identity.slice(begin).match(/.{1,8}/g) ?? []];
}
