/**
 * Drivers by WebDriver commands. WebKitGTK's driver receives them by HTTP, and Firefox by its own
 * socket.
 * @see {@link https://www.w3.org/TR/webdriver2/}
 * @module
 */
import type { Driver, Element } from "./engine.ts";

/** Sends a session's commands. Names are those of the specification, without spaces. */
export interface Session {
  send(command: Command, given?: Readonly<Record<string, unknown>>): Promise<unknown>;
  complaints(): readonly string[];
  close(): Promise<void>;
}

export type Command =
  | "Navigate"
  | "ExecuteScript"
  | "ElementClick"
  | "ElementClear"
  | "ElementSendKeys";

export function createWebDriver(session: Session): Driver {
  const run: Driver["run"] = (script, ...args) =>
    session.send("ExecuteScript", { script: `return (${script})(...arguments)`, args });
  /** An element is an object with its id under the specification's key. */
  const on = (command: Command, element: Element, given = {}) =>
    session.send(command, { id: Object.values(element)[0], ...given });

  return {
    run,
    async open(url) {
      await session.send("Navigate", { url });
    },
    async click(element) {
      await on("ElementClick", element);
    },
    async fill(element, text) {
      await on("ElementClear", element);
      await on("ElementSendKeys", element, { text });
    },
    async choose(select, option) {
      const found = await run(
        (element: HTMLSelectElement, text: string) =>
          [...element.options].find((each) => each.text === text),
        select,
        option,
      );
      if (!found) throw new Error(`No option "${option}"`);
      await on("ElementClick", found);
    },
    async attach(input, path) {
      await on("ElementSendKeys", input, { text: path });
    },
    complaints: session.complaints,
    close: session.close,
  };
}
