import { createRoot } from "react-dom/client";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

let asking: Promise<boolean> | undefined;

/** Asks whether to leave what is not saved. Loaded when someone is about to. */
export function askToLeave(): Promise<boolean> {
  asking ??= ask().finally(() => asking = undefined);
  return asking;
}

function ask(): Promise<boolean> {
  const element = document.createElement("div");
  document.body.append(element);
  const root = createRoot(element);
  return new Promise((resolve) => {
    function handleAnswer(leaves: boolean) {
      root.unmount();
      element.remove();
      resolve(leaves);
    }
    root.render(<LeaveDialog onAnswer={handleAnswer} />);
  });
}

interface LeaveDialogProps {
  readonly onAnswer: (leaves: boolean) => void;
}

function LeaveDialog({ onAnswer }: LeaveDialogProps) {
  return (
    <Dialog
      title="Leave without saving?"
      description="Your changes have not been saved."
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
