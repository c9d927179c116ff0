import { textLimits } from "../../../events/connections/words.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/fields/text-area.tsx";

interface RefuseFieldsProps {
  /** Their state when the page was rendered: applicants are declined, members refused. */
  readonly seen?: "waiting" | "in";
}

/** A message to a person, and the button that declines or refuses them. */
export function RefuseFields({ seen = "waiting" }: RefuseFieldsProps) {
  const isIn = seen === "in";
  return (
    <>
      <TextArea
        label="Message to them (optional)"
        name="words"
        rows={3}
        maxLength={textLimits.staff}
        hint={`Up to ${textLimits.staff} characters. We'll email it to them.`}
      />
      <input type="hidden" name="seen" value={seen} />
      <Button type="submit" name="does" value="refuse" variant="danger">
        {isIn ? "Refuse this account" : "Decline"}
      </Button>
    </>
  );
}
