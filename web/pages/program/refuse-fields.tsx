import { textLimits } from "../../../events/connections/words.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/text-area.tsx";

/** Words to somebody who is refused, and the button that refuses them. */
export function RefuseFields() {
  return (
    <>
      <TextArea
        label="What they are told, if you like"
        name="words"
        rows={3}
        maxLength={textLimits.staff}
        hint={`Up to ${textLimits.staff} characters. It is mailed to them.`}
      />
      <Button type="submit" name="does" value="refuse" variant="danger">Refuse</Button>
    </>
  );
}
