import { type Context, Hono } from "hono";
import type { Explained } from "../../../../api/mail/setup/explain-failure.ts";
import type { Product } from "../../../../api/product.ts";
import type { FormState } from "../../../forms/form-state.ts";
import type { MemberEnv } from "../../../page-env.ts";
import { pagePaths } from "../../../paths.ts";
import { readForm, runForm } from "../../form.ts";
import { WayPage, type WaySetUp } from "./way-page.tsx";

interface WaySettings<Way> {
  /** The current way, and first values for the form of a way; `undefined` where staff can't change them. */
  readonly read: (memberId: string) => Promise<
    | { readonly way: Way | undefined; readonly valuesFor: (way: Way) => object }
    | undefined
  >;
  /** @returns A toast, or why the settings were not saved. */
  readonly save: (
    variables: MemberEnv["Variables"],
    texts: Readonly<Record<string, string>>,
  ) => Promise<string | Explained>;
}

export function wayRoutes<Way extends string>(
  settings: Pick<Product["settings"], "isConfirmed" | "requireConfirmed">,
  setUp: WaySetUp<Way>,
  { read, save }: WaySettings<Way>,
): Hono<MemberEnv> {
  const { title, usual, pathOf } = setUp;
  const ways = Object.keys(setUp.ways) as Way[];
  const names = ways.flatMap((way) => setUp.fields(way).map(({ name }) => name));

  async function show(c: Context<MemberEnv>, sent?: FormState, failed?: Explained) {
    const { member: { memberId, email }, origin } = c.var;
    const current = await read(memberId);
    if (current === undefined && sent === undefined) {
      return c.redirect(pagePaths.programMail(), 302);
    }
    const asked = sent?.values.way ?? c.req.query("way");
    const way = ways.find((each) => each === asked) ?? current?.way ?? usual;
    const values = sent?.values ?? Object.fromEntries(
      Object.entries(current?.valuesFor(way) ?? {}).map(([name, value]) => [name, String(value)]),
    );
    const isConfirmed = settings.isConfirmed(origin);
    return c.render(
      <WayPage {...{ setUp, way, values, sent, failed, isConfirmed, email }} />,
      { title },
    );
  }

  return new Hono<MemberEnv>()
    .get(pathOf(), (c) => show(c))
    .post(pathOf(), async (c) => {
      const { texts: { does, ...texts }, values } = await readForm(
        c,
        ["does", "way", ...names],
        (value) => ({ ok: true, value }),
      );
      return await runForm(c, {
        async run() {
          if (does === "confirm") {
            settings.requireConfirmed(c.var.origin);
            return c.redirect(pathOf(ways.find((each) => each === texts.way)), 303);
          }
          const done = await save(c.var, texts);
          return typeof done === "string" ? done : await show(c, { values, fields: {} }, done);
        },
        next: pagePaths.programMail(),
        show: (sent) => show(c, sent),
        values,
        failed: setUp.failedTitle,
      });
    });
}
