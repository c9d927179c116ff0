import { Button, Text } from "@radix-ui/themes";
import { type Context, Hono } from "hono";
import { isConfirmed, requireConfirmed } from "../../../api/auth/confirmed.ts";
import { FailureToast } from "../../forms/form-failure.tsx";
import type { FormState } from "../../forms/form-state.ts";
import type { MemberEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths } from "../../paths.ts";
import { TitledCard } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { ActionForm } from "../../forms/action-form.tsx";
import { PageHead } from "../page-head.tsx";
import { readFields, runForm } from "../form.ts";

/** `/profile/data`: lets a member download all data stored about them. */
export function personalDataRoutes({ product, config }: SiteDeps): Hono<MemberEnv> {
  const sessionOf = (c: Context<MemberEnv>) => c.var.origin.session;
  const show = (c: Context<MemberEnv>, { failure }: Partial<FormState> = {}) =>
    c.render(
      <PersonalDataPage
        isConfirmed={isConfirmed(sessionOf(c), config.now())}
        failure={failure}
      />,
      { title: "Your Data" },
    );

  return new Hono<MemberEnv>()
    .get(pagePaths.personalData(), (c) => show(c))
    .post(pagePaths.personalData(), async (c) => {
      const { does } = await readFields(c, ["does"]);
      return await runForm(c, {
        failed: "Not downloaded",
        show: (sent) => show(c, sent),
        async run() {
          // A download's answer leaves the browser on its page, which must not be the question.
          if (does === "confirm") return requireConfirmed(sessionOf(c), config.now());
          if (!isConfirmed(sessionOf(c), config.now())) return;
          const { member: { memberId }, origin } = c.var;
          const zip = await product.downloads.start(memberId, origin);
          return new Response(zip as ReadableStream<Uint8Array<ArrayBuffer>>, {
            headers: {
              "Content-Type": "application/zip",
              "Content-Disposition": 'attachment; filename="your-data.zip"',
              "Cache-Control": "no-store",
            },
          });
        },
        next: pagePaths.personalData(),
      });
    });
}

interface PersonalDataPageProps {
  readonly isConfirmed: boolean;
  readonly failure: FormState["failure"];
}

function PersonalDataPage({ isConfirmed, failure }: PersonalDataPageProps) {
  return (
    <div className="shell-column page-stack gap-4">
      <PageHead title="Your Data">Download everything that we store about you</PageHead>
      <FailureToast failure={failure} />
      <TitledCard className="start" title="One ZIP File" titleId="data-title">
        <Facts
          facts={[
            ["data.json", "Your account, your profile, and what you did and wrote"],
            ["profile.vcf", "Your profile as a contact card, for your phone or mail program"],
            ["picture.webp", "Your picture, if you have one"],
          ]}
        />
        <Text as="p" color="gray">
          What others wrote to you isn't in it, and neither is your password. Keep the file where
          only you can open it.
        </Text>
        {isConfirmed
          ? (
            <ActionForm action={pagePaths.personalData()} hidden={{ does: "download" }}>
              <Button type="submit" size="3">Download Your Data</Button>
            </ActionForm>
          )
          : (
            <ActionForm action={pagePaths.personalData()} hidden={{ does: "confirm" }}>
              <Text as="p" className="note">First confirm that it's you.</Text>
              <Button type="submit" size="3">Continue</Button>
            </ActionForm>
          )}
        <Text as="p" color="gray">
          We don't keep or email a copy. You get an email that your data was downloaded, and can
          download it five times a day.
        </Text>
      </TitledCard>
    </div>
  );
}
