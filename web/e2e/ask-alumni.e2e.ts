import { expect, it } from "vitest";
import { describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine, expectFineAtBothSizes } from "./faults.ts";
import { stageForTests } from "./product.ts";

const stage = stageForTests();
const narrow = { viewport: { width: 360, height: 740 }, hasTouch: true, ...examined } as const;
const profile = { helpTopics: ["Ranger School"] };
const question = "How did you prepare for Ranger School while you studied?";

describeInBrowser("a question to the program's alumni", () => {
  it.each([["with", true], ["without", false]] as const)(
    "is answered from the mail's page %s script, and a second answer is sent by its author",
    async (_, javaScriptEnabled) => {
      // Alumni asked in the other run aren't asked again within two weeks.
      const first = await stage.member({ firstName: "Dana", profile, isConfirmed: true });
      const second = await stage.member({ firstName: "Omar", profile, isConfirmed: true });
      const cadet = await stage.member({ firstName: "Casey", role: "cadet", isConfirmed: true });
      const options = { ...narrow, javaScriptEnabled };
      const asking = await (await stage.again(cadet, options)).newPage();
      await asking.goto("/");
      await asking.getByRole("link", { name: "Ask the program's alumni" }).click();
      await asking.getByRole("heading", { name: "Ask the program's alumni" }).waitFor();
      await expectFine(asking, "asking the program's alumni");
      await asking.getByLabel("What is it about?").selectOption("Ranger School");
      await asking.getByLabel("Your question").fill(question);
      await asking.getByRole("button", { name: "Preview question" }).click();
      await asking.getByRole("heading", { name: "What alumni will see" }).waitFor();
      await asking.getByText("A cadet asks about Ranger School").waitFor();
      await expectFineAtBothSizes(asking, "the preview of a question");
      expect(await asking.locator("main").textContent()).not.toContain("Casey");
      await asking.getByRole("button", { name: "Send question" }).click();
      await asking.getByText("Sent to alumni").first().waitFor();
      await expectFine(asking, "an own question");

      const linkTo = async ({ username }: typeof first) =>
        await stage.mailedLink(`${username}@example.edu`, "/c/");
      // Signed out, as in a phone's mail program.
      const [one, other] = [await stage.page(options), await stage.page(options)];
      await one.goto(await linkTo(first));
      await other.goto(await linkTo(second));
      await one.getByText(question).waitFor();
      await expectFineAtBothSizes(one, "a cadet's question");
      for (const page of [one, other]) {
        expect(await page.locator("main").textContent()).not.toContain("Casey");
      }
      await one.getByLabel("Your answer").fill("Run before class.");
      await one.getByRole("button", { name: "Send answer" }).press("Enter");
      await one.getByRole("heading", { level: 1, name: "Casey Reed" }).waitFor();
      await one.getByText("Run before class.").first().waitFor();

      await other.getByLabel("Your answer").fill("Ruck on weekends.");
      await other.getByRole("button", { name: "Send answer" }).click();
      await other.getByRole("heading", { name: "Answered, thank you" }).waitFor();
      await expectFineAtBothSizes(other, "a kept reply");
      await other.getByRole("button", { name: "Send my reply" }).click();
      await other.getByRole("heading", { level: 1, name: "Casey Reed" }).waitFor();

      await asking.goto("/connections");
      await asking.getByRole("link", { name: "Dana Reed" }).waitFor();
      await asking.getByRole("link", { name: "Omar Reed" }).click();
      await asking.getByText("Ruck on weekends.").first().waitFor();
    },
  );
});
