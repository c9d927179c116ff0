import { type Context, Hono } from "hono";
import { codeForm, newAddressForm } from "../../forms/account-forms.ts";
import type { FormState } from "../../forms/form-state.ts";
import type { MemberEnv, SiteDeps } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import {
  accountUpdated,
  addressCodeSent,
  addressConfirmed,
  addressDropped,
  addressRemoved,
  addressSwapped,
} from "../../toasts/messages.ts";
import { cut, readFields, runForm, submitForm } from "../form.ts";
import { AddressesPage } from "./view.tsx";

interface Sent {
  readonly code?: FormState;
  readonly added?: FormState;
  readonly failure?: string;
}

/** `/profile/addresses`: the addresses with which a member signs in. */
export function addressesRoutes({ product, config }: SiteDeps): Hono<MemberEnv> {
  const { addresses } = product;

  function show(c: Context<MemberEnv>, sent: Sent = {}) {
    const page = (
      <AddressesPage
        member={c.var.member}
        code={cut(c.req.query("code") ?? "")}
        now={config.now()}
        sent={sent}
      />
    );
    return c.render(page, { title: "Email Addresses", isSecret: true });
  }

  return new Hono<MemberEnv>()
    .get(paths.addresses(), (c) => show(c))
    .post(paths.addresses(), (c) =>
      submitForm(c, {
        form: newAddressForm,
        failed: "That didn't work",
        show: (added) => show(c, { added }),
        async run({ email }, { as }) {
          const { member: { memberId, emailVerified }, origin } = c.var;
          if (as === "second") await addresses.ask(memberId, { email, as }, origin);
          else await product.accounts.changeDetails(memberId, { email }, origin);
          return emailVerified ? addressCodeSent : accountUpdated;
        },
        next: paths.addresses(),
      }))
    .get(paths.confirmAddress(), (c) => c.redirect(paths.addresses(), 302))
    .post(paths.confirmAddress(), (c) =>
      submitForm(c, {
        form: codeForm,
        failed: "Address not confirmed",
        show: (code) => show(c, { code }),
        async run({ code }) {
          const { member, origin } = c.var;
          await addresses.confirm(member.memberId, code, origin);
          return addressConfirmed;
        },
        next: paths.addresses(),
      }))
    .get(paths.changeAddresses(), (c) => c.redirect(paths.addresses(), 302))
    .post(paths.changeAddresses(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const { does } = await readFields(c, ["does"]);
      return runForm(c, {
        show: ({ failure }) => show(c, { failure: failure?.message ?? "" }),
        async run() {
          switch (does) {
            case "again":
              await addresses.sendAgain(memberId, origin);
              return addressCodeSent;
            case "drop":
              await addresses.drop(memberId, origin);
              return addressDropped;
            case "swap":
              await addresses.swap(memberId, origin);
              return addressSwapped;
            case "remove":
              await addresses.removeSecond(memberId, origin);
              return addressRemoved;
          }
        },
        next: paths.addresses(),
      });
    });
}
