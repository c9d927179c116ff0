import { Button, Link, Text } from "@radix-ui/themes";
import { type Context, Hono } from "hono";
import type { Explained } from "../../../../api/mail/setup/explain-failure.ts";
import type { Product } from "../../../../api/product.ts";
import type { FormState } from "../../../forms/form-state.ts";
import type { MemberEnv } from "../../../page-env.ts";
import { pagePaths } from "../../../paths.ts";
import { readForm, runForm } from "../../form.ts";
import type { ReactNode } from "react";
import { ActionForm } from "../../../forms/action-form.tsx";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Select, type SelectProps } from "../../../ui/fields/select.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { TextField, type TextFieldProps } from "../../../ui/fields/field.tsx";
import { ProgramCard, ProgramFrame } from "../frame.tsx";
import { Failed } from "./failed.tsx";

interface WaySettings<Way> {
  /** The current way, and initial values for a way's form; `undefined` if staff can't change them. */
  readonly read: (memberId: string) => Promise<
    | { readonly way: Way | undefined; readonly valuesFor: (way: Way) => object }
    | undefined
  >;
  /** @returns A toast, the next page, or the reason why the settings were not saved. */
  readonly save: (
    c: Context<MemberEnv>,
    texts: Readonly<Record<string, string>>,
  ) => Promise<string | Response | Explained>;
}

export function wayRoutes<Way extends string>(
  settings: Pick<Product["settings"], "isConfirmed" | "requireConfirmed">,
  setUp: WaySetUp<Way>,
  { read, save }: WaySettings<Way>,
): Hono<MemberEnv> {
  const { title, usual, pathOf } = setUp;
  const ways = Object.keys(setUp.ways) as Way[];
  const names = ways.flatMap((way) =>
    setUp.fields(way).flatMap(({ name, readOnly }) => readOnly ? [] : [name])
  );

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
      const { texts: { does, ...texts }, values } = await readForm(c, {
        fields: ["way", ...names],
        hidden: ["does"],
        check: (value) => ({ ok: true, value }),
      });
      return await runForm(c, {
        async run() {
          if (does === "confirm") {
            settings.requireConfirmed(c.var.origin);
            return c.redirect(pathOf(ways.find((each) => each === texts.way)), 303);
          }
          const done = await save(c, texts);
          const isDone = typeof done === "string" || done instanceof Response;
          return isDone ? done : await show(c, { values, fields: {} }, done);
        },
        next: pagePaths.programMail(),
        show: (sent) => show(c, sent),
        values,
        failed: setUp.failedTitle,
      });
    });
}

/** A form for one of several ways, such as a service that sends mail. */
export interface WaySetUp<Way extends string> {
  readonly title: string;
  readonly failedTitle: string;
  readonly navLabel: string;
  readonly ways: Readonly<Record<Way, { readonly label: string; readonly about: string }>>;
  readonly usual: Way;
  readonly fields: (way: Way) => readonly MailField[];
  /** What the button does. @param email Address of the staff member. */
  readonly note: (way: Way, email: string) => ReactNode;
  readonly submit: (way: Way) => string;
  /** Page of a way, to which its form is posted. */
  readonly pathOf: (way?: Way) => string;
}

interface WayPageProps<Way extends string> {
  readonly setUp: WaySetUp<Way>;
  readonly way: Way;
  /** Values of the form: those sent, or the current settings. */
  readonly values: Readonly<Record<string, string>>;
  readonly sent: FormState | undefined;
  readonly failed: Explained | undefined;
  /** Whether the password was checked recently. A question for it would lose the typed values. */
  readonly isConfirmed: boolean;
  readonly email: string;
}

function WayPage<Way extends string>(props: WayPageProps<Way>) {
  const { setUp: { title, failedTitle, navLabel, ways, pathOf }, way, sent, failed } = props;
  return (
    <ProgramFrame current={pagePaths.programMail()} sent={sent}>
      {failed && <Failed title={failedTitle} {...failed} />}
      <ProgramCard title={title} titleId="set-up-title">
        <nav className="mail-ways tall-links" aria-label={navLabel}>
          {(Object.keys(ways) as Way[]).map((each) => (
            <Link key={each} href={pathOf(each)} aria-current={each === way ? "page" : undefined}>
              {ways[each].label}
            </Link>
          ))}
        </nav>
        <Text as="p">{ways[way].about}</Text>
        {props.isConfirmed
          ? <WayForm {...props} />
          : (
            <ActionForm className="form stack" action={pathOf()} hidden={{ does: "confirm", way }}>
              <Text as="p" size="2" color="gray">We ask for your own password first.</Text>
              <Buttons submit="Continue" />
            </ActionForm>
          )}
      </ProgramCard>
    </ProgramFrame>
  );
}

function WayForm<Way extends string>({ setUp, way, values, sent, email }: WayPageProps<Way>) {
  const [wrong] = Object.keys(sent?.fields ?? {});
  return (
    <ActionForm className="form stack" action={setUp.pathOf()} hidden={{ way }}>
      {setUp.fields(way).map(({ options, switchedBy, ...field }) => {
        const { name, type, label } = field;
        const shown = {
          defaultValue: type === "password" ? "" : values[name] ?? "",
          error: sent?.fields[name],
          autoFocus: wrong === name,
        };
        if (switchedBy !== undefined) {
          const isOn = values[name] === "true";
          return (
            <Switch
              key={name}
              {...{ name, label: switchedBy }}
              defaultChecked={isOn}
              description={String(field.hint)}
            />
          );
        }
        return options
          ? <Select key={name} {...{ name, label, options, ...shown }} />
          : <TextField key={name} {...field} {...shown} name={field.readOnly ? undefined : name} />;
      })}
      <Text as="p" size="2" color="gray">{setUp.note(way, email)}</Text>
      <Buttons submit={setUp.submit(way)} />
    </ActionForm>
  );
}

function Buttons({ submit }: { readonly submit: string }) {
  return (
    <div className="program-do row">
      <Button type="submit" size="3">{submit}</Button>
      <ButtonLink href={pagePaths.programMail()} variant="outline">Cancel</ButtonLink>
    </div>
  );
}

export interface MailField extends Omit<TextFieldProps, "name"> {
  readonly name: string;
  readonly options?: SelectProps["options"];
  readonly switchedBy?: string;
}

/** A required field for the name of a machine or an account. */
export const plain = (name: string, label: string, more: Partial<MailField> = {}): MailField => ({
  name,
  label,
  required: true,
  autoComplete: "off",
  autoCapitalize: "none",
  spellCheck: false,
  maxLength: 254,
  ...more,
});

/** A password or key of the mail service, which is never shown again. */
export const secret = (label: string, required = true, more = ""): MailField => ({
  name: "mailPassword",
  label,
  type: "password",
  autoComplete: "new-password",
  maxLength: 1000,
  required,
  hint: `Not your own password on this site. We store it encrypted and never show it again. ${more}`
    .trim(),
});
