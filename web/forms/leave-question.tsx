import { Button } from "../ui/button.tsx";

/** Asked before a link leads away from a form with something unsaved; see `unsaved.ts`. */
export function LeaveQuestion() {
  return (
    <template data-leave-question="">
      <div className="message" data-question="alertdialog">
        <h1>Leave without saving?</h1>
        <p>Your changes haven't been saved.</p>
        <div className="message-actions row gap-3">
          <Button variant="outline" data-cancels="">Keep Editing</Button>
          <Button variant="danger" data-leaves="">Leave</Button>
        </div>
      </div>
    </template>
  );
}
