/**
 * The state of each success criterion of WCAG 2.1 and 2.2, levels A and AA. The report
 * (`ACCESSIBILITY.md`) and the statement (`/accessibility`) are generated from this table; `npm run
 * accessibility` writes the report.
 * "Supports" needs a test, or a sentence that says who examined it.
 */
export const conformances = {
  supports: "Supports",
  partial: "Partially Supports",
  no: "Does Not Support",
  none: "Not Applicable",
} as const;
export type Conformance = keyof typeof conformances;

export interface Criterion {
  /** Such as `1.1.1`. */
  readonly number: string;
  readonly name: string;
  readonly level: "A" | "AA";
  /** The first version of WCAG that has it. */
  readonly since: "2.0" | "2.1" | "2.2";
  readonly is: Conformance;
  /** A sentence for people who buy and compare products. */
  readonly remarks: string;
  /** Tests that show it, each by its file and title. */
  readonly tests?: readonly (readonly [file: string, title: string])[];
  /** What doesn't work, for the people affected. Required unless it is fully supported. */
  readonly limit?: string;
}

const axe = [
  [
    "web/e2e/accessibility.e2e.ts",
    "have no axe violations, in both themes, for a cadet: %s",
  ],
  [
    "web/e2e/accessibility.e2e.ts",
    "have no axe violations, in both themes, for their owner: %s",
  ],
  ["web/e2e/accessibility.e2e.ts", "have overlays and errors without axe violations"],
  ["web/e2e/sign-in.e2e.ts", "has no axe violations, in both themes"],
] as const;
const everyPage = (title: string) => ["web/pages/accessibility/every-page.test.ts", title] as const;
const inBrowser = (title: string) => ["web/e2e/accessibility.e2e.ts", title] as const;
const looks = (title: string) => ["web/e2e/display.e2e.ts", title] as const;
const fits = looks(
  "fits into narrow windows, with text of any size, none of it cut off, and no small target, %s",
);
const keys = (title: string) => ["web/e2e/keyboard.e2e.ts", title] as const;
const noMedia = [everyPage("has no audio, video or animation that moves by itself: %s")] as const;

export const criteria: readonly Criterion[] = [
  {
    number: "1.1.1",
    name: "Non-text Content",
    level: "A",
    since: "2.0",
    is: "supports",
    remarks:
      "Icons and faces beside a name are hidden from assistive technology; charts have a table. Members don't describe their pictures.",
    tests: [...axe, [
      "web/e2e/program.e2e.ts",
      "show insights from Home, with charts, tables and files",
    ]],
  },
  ...([
    ["1.2.1", "Audio-only and Video-only (Prerecorded)", "A"],
    ["1.2.2", "Captions (Prerecorded)", "A"],
    ["1.2.3", "Audio Description or Media Alternative (Prerecorded)", "A"],
    ["1.2.4", "Captions (Live)", "AA"],
    ["1.2.5", "Audio Description (Prerecorded)", "AA"],
  ] as const).map(([number, name, level]): Criterion => ({
    number,
    name,
    level,
    since: "2.0",
    is: "none",
    remarks: "There is no audio and no video, and members can't upload any.",
    tests: noMedia,
  })),
  {
    number: "1.3.1",
    name: "Info and Relationships",
    level: "A",
    since: "2.0",
    is: "supports",
    remarks: "Headings, lists, tables, groups and labels are marked up as such.",
    tests: [...axe, everyPage("has one main title, and headings that skip no level: %s")],
  },
  {
    number: "1.3.2",
    name: "Meaningful Sequence",
    level: "A",
    since: "2.0",
    is: "supports",
    remarks: "Pages are read in the order of their HTML, also without styles and scripts.",
    tests: [
      ["web/e2e/find-a-mentor.e2e.ts", "works without script"],
      keys("one signs in, filters, opens and goes back"),
    ],
  },
  {
    number: "1.3.3",
    name: "Sensory Characteristics",
    level: "A",
    since: "2.0",
    is: "supports",
    remarks:
      "Instructions name controls by their text. No test shows this; the texts were searched, as above.",
  },
  {
    number: "1.3.4",
    name: "Orientation",
    level: "AA",
    since: "2.1",
    is: "supports",
    remarks: "No style or script asks which way a screen is turned.",
    tests: [everyPage("has no style that depends on how a screen is turned")],
  },
  {
    number: "1.3.5",
    name: "Identify Input Purpose",
    level: "AA",
    since: "2.1",
    is: "supports",
    remarks: "Fields about oneself have autocomplete names.",
    tests: [
      ...axe,
      everyPage("names the purpose of fields about oneself, for browsers to fill in"),
    ],
  },
  {
    number: "1.4.1",
    name: "Use of Color",
    level: "A",
    since: "2.0",
    is: "supports",
    remarks: "Links are underlined, errors have words, and each bar of a chart is in a table.",
    tests: [...axe, looks("keeps borders, focus and state in forced colors")],
  },
  {
    number: "1.4.2",
    name: "Audio Control",
    level: "A",
    since: "2.0",
    is: "none",
    remarks: "There is no audio.",
    tests: noMedia,
  },
  {
    number: "1.4.3",
    name: "Contrast (Minimum)",
    level: "AA",
    since: "2.0",
    is: "supports",
    remarks:
      "Measured on each page in both themes. A program's own color is refused, or shades of it are used, where text would be hard to read.",
    tests: [...axe, [
      "api/contract/brand-color.test.ts",
      "has enough contrast in both themes, for every color",
    ]],
  },
  {
    number: "1.4.4",
    name: "Resize Text",
    level: "AA",
    since: "2.0",
    is: "supports",
    remarks: "At 200 % of text size and at a zoom of 200 % and 400 %, nothing is cut off.",
    tests: [fits],
  },
  {
    number: "1.4.5",
    name: "Images of Text",
    level: "AA",
    since: "2.0",
    is: "supports",
    remarks: "Only a program's own logo can be one, and its name is beside it as text.",
    tests: [[
      "web/pages/shell/shell.test.ts",
      "has a logo that leads home, a theme toggle and the user menu",
    ]],
  },
  {
    number: "1.4.10",
    name: "Reflow",
    level: "AA",
    since: "2.1",
    is: "supports",
    remarks:
      "At 320 pixels pages scroll in one direction. Tables of statistics scroll within a frame of their own.",
    tests: [fits, looks("has filters that fit, too")],
  },
  {
    number: "1.4.11",
    name: "Non-text Contrast",
    level: "AA",
    since: "2.1",
    is: "supports",
    remarks:
      "Edges of fields and the frame around what has the focus are measured. Icons have a text beside them or in their name.",
    tests: [
      inBrowser("have fields and a focus that stand out from what is behind them, in the %s theme"),
    ],
  },
  {
    number: "1.4.12",
    name: "Text Spacing",
    level: "AA",
    since: "2.1",
    is: "supports",
    remarks: "With the spacing of the criterion, at 320 pixels, pages stay within the window.",
    tests: [fits],
  },
  {
    number: "1.4.13",
    name: "Content on Hover or Focus",
    level: "AA",
    since: "2.1",
    is: "supports",
    remarks:
      "Only the browser's own tooltips appear so. Where no pointer hovers, their words are shown.",
    tests: [looks("names the kinds of contacts on devices without a pointer")],
  },
  {
    number: "2.1.1",
    name: "Keyboard",
    level: "A",
    since: "2.0",
    is: "supports",
    remarks: "Journeys are walked with the Tab key, Enter, Space and arrow keys alone.",
    tests: [
      keys("one signs in, filters, opens and goes back"),
      keys("one finds one's profile, edits and saves it"),
      [
        "web/e2e/joining-and-leaving.e2e.ts",
        "an invitation is accepted with the keyboard alone, %s",
      ],
      ["web/e2e/joining-and-leaving.e2e.ts", "deletes an account with the keyboard alone, %s"],
      ["web/e2e/home.e2e.ts", "leads staff through the set-up list, with only a keyboard"],
      [
        "web/islands/picture/picture.test.tsx",
        "can be moved and zoomed by keyboard before the upload",
      ],
    ],
  },
  {
    number: "2.1.2",
    name: "No Keyboard Trap",
    level: "A",
    since: "2.0",
    is: "supports",
    remarks:
      "Dialogs and drawers keep the focus while they are open. Escape closes them and gives it back.",
    tests: [keys("the drawer keeps the focus, and gives it back")],
  },
  {
    number: "2.1.4",
    name: "Character Key Shortcuts",
    level: "A",
    since: "2.1",
    is: "supports",
    remarks:
      "The keys / and ? of a directory work only while the focus is in it and not in a field for text.",
    tests: [
      ["web/islands/directory/searching/searching.test.tsx", "has a key that focuses the search"],
      [
        "web/islands/directory/searching/searching.test.tsx",
        "has a key that lists the keys, except during typing",
      ],
    ],
  },
  {
    number: "2.2.1",
    name: "Timing Adjustable",
    level: "A",
    since: "2.0",
    is: "supports",
    remarks:
      "A session lasts seven days after the last visit. A form that is sent later is given back after signing in again. Codes by email end after 15 minutes, for security, and another one can be sent.",
    tests: [
      [
        "web/e2e/connection.e2e.ts",
        "give back what was sent after one logged out, to be sent again once signed in",
      ],
      [
        "web/e2e/edit-profile.e2e.ts",
        "keeps typed values after a reload, and drops them once they are saved",
      ],
    ],
  },
  {
    number: "2.2.2",
    name: "Pause, Stop, Hide",
    level: "A",
    since: "2.0",
    is: "partial",
    remarks:
      "Nothing blinks or moves by itself. An open conversation shows new messages by itself, and there is no button that pauses this; what is being written and read stays where it is. Without script, the page of a running import is loaded again each second until it has ended.",
    tests: [...noMedia, [
      "web/e2e/conversation.e2e.ts",
      "opens at its newest message, and keeps the reader's position",
    ]],
    limit: "New messages appear in an open conversation by themselves. You can't pause that.",
  },
  {
    number: "2.3.1",
    name: "Three Flashes or Below Threshold",
    level: "A",
    since: "2.0",
    is: "supports",
    remarks: "Nothing flashes.",
    tests: [...noMedia, looks("doesn't move for people who prefer reduced motion")],
  },
  {
    number: "2.4.1",
    name: "Bypass Blocks",
    level: "A",
    since: "2.0",
    is: "supports",
    remarks: "The first link of each page leads to its content. Pages have landmarks.",
    tests: [everyPage("begins with a link to its content, and is in English: %s")],
  },
  {
    number: "2.4.2",
    name: "Page Titled",
    level: "A",
    since: "2.0",
    is: "supports",
    remarks: "Titles name the page, then the program.",
    tests: [everyPage("has a title of its own: %s")],
  },
  {
    number: "2.4.3",
    name: "Focus Order",
    level: "A",
    since: "2.0",
    is: "supports",
    remarks: "The focus goes in reading order, and to what is wrong after a refused form.",
    tests: [
      keys("one signs in, filters, opens and goes back"),
      ["web/e2e/edit-profile.e2e.ts", "moves the focus to the errors, with and without script"],
    ],
  },
  {
    number: "2.4.4",
    name: "Link Purpose (In Context)",
    level: "A",
    since: "2.0",
    is: "supports",
    remarks: "Links that look alike name the person for assistive technology.",
    tests: axe,
  },
  {
    number: "2.4.5",
    name: "Multiple Ways",
    level: "AA",
    since: "2.0",
    is: "supports",
    remarks:
      "People are found by search, filters, lists and suggestions. Other pages are steps, or in the navigation.",
    tests: [keys("one signs in, filters, opens and goes back"), [
      "web/e2e/searching.e2e.ts",
      "lead from the first letters to a person's card, with the keyboard",
    ]],
  },
  {
    number: "2.4.6",
    name: "Headings and Labels",
    level: "AA",
    since: "2.0",
    is: "supports",
    remarks: "Each page and each part of one has a heading; each field a label.",
    tests: [...axe, everyPage("has one main title, and headings that skip no level: %s")],
  },
  {
    number: "2.4.7",
    name: "Focus Visible",
    level: "AA",
    since: "2.0",
    is: "supports",
    remarks: "What has the focus has a frame of two pixels.",
    tests: [inBrowser("show a visible focus that nothing covers: %s")],
  },
  {
    number: "2.4.11",
    name: "Focus Not Obscured (Minimum)",
    level: "AA",
    since: "2.2",
    is: "supports",
    remarks: "What has the focus scrolls to a place below the header.",
    tests: [
      inBrowser("show a visible focus that nothing covers: %s"),
      keys("the header never hides the focused element, also when moving backward"),
    ],
  },
  {
    number: "2.5.1",
    name: "Pointer Gestures",
    level: "A",
    since: "2.1",
    is: "none",
    remarks: "No function needs two fingers or a path.",
  },
  {
    number: "2.5.2",
    name: "Pointer Cancellation",
    level: "A",
    since: "2.1",
    is: "supports",
    remarks:
      "Buttons act when the pointer is released. Only moving a picture begins with the press, and does nothing else.",
    tests: [["web/e2e/edit-profile.e2e.ts", "can be moved by presses, without dragging"]],
  },
  {
    number: "2.5.3",
    name: "Label in Name",
    level: "A",
    since: "2.1",
    is: "supports",
    remarks: "Names for assistive technology contain the text that is shown.",
    tests: [inBrowser("have accessible names that contain their visible text: %s")],
  },
  {
    number: "2.5.4",
    name: "Motion Actuation",
    level: "A",
    since: "2.1",
    is: "none",
    remarks: "Nothing reacts to moving the device.",
  },
  {
    number: "2.5.7",
    name: "Dragging Movements",
    level: "AA",
    since: "2.2",
    is: "supports",
    remarks:
      "A picture is moved under its frame by pressing the point that comes to the middle, or by arrow keys. Files are chosen by a button, too.",
    tests: [
      ["web/e2e/edit-profile.e2e.ts", "can be moved by presses, without dragging"],
      [
        "web/islands/picture/picture.test.tsx",
        "can be moved and zoomed by keyboard before the upload",
      ],
    ],
  },
  {
    number: "2.5.8",
    name: "Target Size (Minimum)",
    level: "AA",
    since: "2.2",
    is: "supports",
    remarks:
      "Everything that is pressed is at least 24 by 24 pixels, except links within sentences.",
    tests: [fits, ...axe],
  },
  {
    number: "3.1.1",
    name: "Language of Page",
    level: "A",
    since: "2.0",
    is: "supports",
    remarks: "Pages say that they are in English.",
    tests: [everyPage("begins with a link to its content, and is in English: %s")],
  },
  {
    number: "3.1.2",
    name: "Language of Parts",
    level: "AA",
    since: "2.0",
    is: "partial",
    remarks:
      "The product's own texts are in one language. What members write in another language isn't marked.",
    limit: "What members write in another language than English is read as English.",
  },
  {
    number: "3.2.1",
    name: "On Focus",
    level: "A",
    since: "2.0",
    is: "supports",
    remarks: "Receiving the focus changes nothing but how it looks.",
    tests: [inBrowser("show a visible focus that nothing covers: %s")],
  },
  {
    number: "3.2.2",
    name: "On Input",
    level: "A",
    since: "2.0",
    is: "supports",
    remarks:
      "A filter changes the list beside it, and the focus stays. Forms are sent by their button alone.",
    tests: [keys("one signs in, filters, opens and goes back")],
  },
  {
    number: "3.2.3",
    name: "Consistent Navigation",
    level: "AA",
    since: "2.0",
    is: "supports",
    remarks: "Header, navigation and footer are the same on every page.",
    tests: [everyPage("has navigation and help in the same order as every other: %s")],
  },
  {
    number: "3.2.4",
    name: "Consistent Identification",
    level: "AA",
    since: "2.0",
    is: "supports",
    remarks:
      "Pages share the components of web/ui, with the same words for the same function. No test shows this.",
  },
  {
    number: "3.2.6",
    name: "Consistent Help",
    level: "A",
    since: "2.2",
    is: "supports",
    remarks: "The support address is the last link of every page.",
    tests: [everyPage("has navigation and help in the same order as every other: %s")],
  },
  {
    number: "3.3.1",
    name: "Error Identification",
    level: "A",
    since: "2.0",
    is: "supports",
    remarks: "A refused form lists what is wrong, and says it beside each field.",
    tests: [
      ["web/pages/landing/account-card.test.ts", "lists everything that is missing"],
      ["web/e2e/edit-profile.e2e.ts", "moves the focus to the errors, with and without script"],
    ],
  },
  {
    number: "3.3.2",
    name: "Labels or Instructions",
    level: "A",
    since: "2.0",
    is: "supports",
    remarks: "Fields have labels, and examples or hints where a format is expected.",
    tests: axe,
  },
  {
    number: "3.3.3",
    name: "Error Suggestion",
    level: "AA",
    since: "2.0",
    is: "supports",
    remarks: "Messages say what to do, such as which address or number is expected.",
    tests: [
      [
        "web/pages/landing/account-card.test.ts",
        "reports what is too short, and focuses the summary",
      ],
      [
        "web/pages/program/settings/route.test.ts",
        "report errors beside their fields, keep the typed values, and change nothing",
      ],
    ],
  },
  {
    number: "3.3.4",
    name: "Error Prevention (Legal, Financial, Data)",
    level: "AA",
    since: "2.0",
    is: "supports",
    remarks:
      "Deleting asks first and asks who it is. Answers to requests and changed addresses can be undone.",
    tests: [
      ["web/e2e/sign-in.e2e.ts", "deletes the account only with its password"],
      ["web/e2e/mailed-links.e2e.ts", "undo a change of address that its owner didn't make"],
    ],
  },
  {
    number: "3.3.7",
    name: "Redundant Entry",
    level: "A",
    since: "2.2",
    is: "supports",
    remarks:
      "What was typed is kept after an error, a reload and signing in again. A password is typed again, for security.",
    tests: [
      ["web/every-form.test.ts", "sends changed values: $page $does"],
      ["web/pages/guard.test.ts", "gets back what they filled in at %s before their session ended"],
      [
        "web/pages/invitation/route.test.ts",
        "reports all errors, and keeps the typed values",
      ],
    ],
  },
  {
    number: "3.3.8",
    name: "Accessible Authentication (Minimum)",
    level: "AA",
    since: "2.2",
    is: "supports",
    remarks:
      "People sign in with a password that a browser fills in, with a passkey, or with a code by email, which a link in it fills in.",
    tests: [
      everyPage("names the purpose of fields about oneself, for browsers to fill in"),
      ["web/e2e/passkeys.e2e.ts", "are added, sign in, confirm, and are removed"],
      [
        "web/e2e/mailed-links.e2e.ts",
        "with a code say, in another browser, where to type it, and fill it in where it was requested",
      ],
    ],
  },
  {
    number: "4.1.1",
    name: "Parsing",
    level: "A",
    since: "2.0",
    is: "supports",
    remarks: "Obsolete, and removed from WCAG 2.2. For 2.0 and 2.1 it is always met in HTML.",
  },
  {
    number: "4.1.2",
    name: "Name, Role, Value",
    level: "A",
    since: "2.0",
    is: "supports",
    remarks: "Controls are the browser's own, or components with roles and states.",
    tests: [...axe, [
      "web/e2e/conversation.e2e.ts",
      "has actions that end it in a menu, opened and closed with keys",
    ]],
  },
  {
    number: "4.1.3",
    name: "Status Messages",
    level: "AA",
    since: "2.1",
    is: "supports",
    remarks:
      "Results, errors and new messages are announced in regions that are there from the start.",
    tests: [
      [
        "web/e2e/searching.e2e.ts",
        "announces the count once typing has settled",
      ],
      ["web/toasts/toaster.test.tsx", "shows one toast at a time"],
    ],
  },
];
