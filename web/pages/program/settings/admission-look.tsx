import { Text } from "@radix-ui/themes";
import { invitedOnly, staffReviews } from "../../../../api/features/accounts/policies/admission.ts";
import type { AdmissionPolicy } from "../../../../events/program/admission.ts";
import { InboxLead, inboxTitle } from "../../check-inbox/route.tsx";
import { waitingTitles } from "../../waiting/view.tsx";
import { useCurrentMail } from "../notices.tsx";
import { HowItLooks } from "../frame.tsx";

export function AdmissionLook({ policy }: { readonly policy: AdmissionPolicy }) {
  const mail = useCurrentMail();
  const isByMail = policy === "open" || policy === "confirmed";
  // Without mail no link is sent, so that page is skipped.
  if (isByMail && mail?.is === "not-set-up") return null;
  const others = policy === "approved" ? staffReviews : invitedOnly;
  return (
    <HowItLooks
      title="What people see when they register"
      heading={isByMail ? inboxTitle : policy === "approved" ? waitingTitles.approval : undefined}
    >
      <Text as="p">
        {isByMail
          ? <InboxLead email="jordan@example.edu" isRequired={policy === "confirmed"} />
          : others}
      </Text>
    </HowItLooks>
  );
}
