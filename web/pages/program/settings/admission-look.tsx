import { use } from "react";
import { invitedOnly, staffReviews } from "../../../../api/accounts/policies/admission.ts";
import type { AdmissionPolicy } from "../../../../events/program/admission.ts";
import { InboxLead, inboxTitle } from "../../check-inbox/route.tsx";
import { waitingTitles } from "../../waiting/page.tsx";
import { CurrentMail } from "../mail/notice.tsx";
import { HowItLooks } from "../frame.tsx";

export function AdmissionLook({ policy }: { readonly policy: AdmissionPolicy }) {
  const mail = use(CurrentMail);
  const title = "What people see when they register";
  switch (policy) {
    case "open":
    case "confirmed":
      // Without mail no link is sent, and that page is skipped.
      return mail?.is === "not-set-up" ? null : (
        <HowItLooks title={title} heading={inboxTitle}>
          <p>
            <InboxLead email="jordan@example.edu" isRequired={policy === "confirmed"} />
          </p>
        </HowItLooks>
      );
    case "approved":
      return (
        <HowItLooks title={title} heading={waitingTitles.approval}>
          <p>{staffReviews}</p>
        </HowItLooks>
      );
    case "invited":
      return (
        <HowItLooks title={title}>
          <p>{invitedOnly}</p>
        </HowItLooks>
      );
  }
}
