import type { ContactValue } from "../../../api/contract/contacts.ts";
import type { ContactField } from "../../../events/members/contact-fields.ts";
import { send } from "../../hydration/calls.ts";
import { goTo } from "../../hydration/navigation.ts";
import { calls, paths } from "../../paths.ts";
import { toastFailure } from "../../toasts/toasts.ts";
import { contactHref } from "./contact.ts";

/**
 * Fetches one contact of a member, and opens it. Loaded at the first press.
 * @param tab Tab for a website, opened with the press, since browsers open none later.
 */
export async function followContact(
  memberId: string,
  kind: ContactField,
  tab: Window | null,
): Promise<void> {
  try {
    const { value } = await send<ContactValue>("POST", calls.contact(memberId, kind));
    const href = contactHref(kind, value) ?? paths.memberContacts(memberId);
    if (tab === null) goTo(href);
    else tab.location.replace(href);
  } catch (error) {
    tab?.close();
    toastFailure("Contact not shown", error, "Please try again in a moment");
  }
}
