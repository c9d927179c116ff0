import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ask } from "../hydration/ask.ts";

let asking: Promise<boolean> | undefined;

/** Asks whether to leave what is not saved. Loaded when someone is about to. */
export function askToLeave(): Promise<boolean> {
  asking ??= ask<boolean>((answer) => <LeaveDialog onAnswer={answer} />)
    .finally(() => asking = undefined);
  return asking;
}

interface LeaveDialogProps {
  readonly onAnswer: (leaves: boolean) => void;
}

function LeaveDialog({ onAnswer }: LeaveDialogProps) {
  return (
    <Dialog
      title="Leave without saving?"
      description="Your changes haven't been saved."
      isQuestion
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button variant="outline" onClick={() => onAnswer(false)}>Keep Editing</Button>
          <Button variant="danger" onClick={() => onAnswer(true)}>Leave</Button>
        </>
      }
    />
  );
}
