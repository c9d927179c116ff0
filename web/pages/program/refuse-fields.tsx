import { textLimits } from "../../../events/connections/words.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/text-area.tsx";

/** A message to an applicant, and the button that declines them. */
export function RefuseFields() {
  return (
    <>
      <TextArea
        label="Message to them (optional)"
        name="words"
        rows={3}
        maxLength={textLimits.staff}
        hint={`Up to ${textLimits.staff} characters. We'll email it to them.`}
      />
      <Button type="submit" name="does" value="refuse" variant="danger">Decline</Button>
    </>
  );
}
