import { Button, Heading, Text } from "@radix-ui/themes";

/** Asks before a link leads away from a form with unsaved values; see `unsaved.ts`. */
export function LeaveQuestion() {
  return (
    <template data-leave-question="">
      <div className="message" data-question="alertdialog">
        <Heading as="h1" size="8">Leave without saving?</Heading>
        <Text as="p">Your changes haven't been saved.</Text>
        <div className="message-actions row gap-3">
          <Button type="button" data-cancels="" size="3" variant="outline">Keep Editing</Button>
          <Button type="button" data-leaves="" size="3" color="red">Leave</Button>
        </div>
      </div>
    </template>
  );
}
