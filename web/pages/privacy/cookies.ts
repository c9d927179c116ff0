/** Every cookie that the site sets. A test compares this list with the code. */
import { knownForMs } from "../../../api/auth/known-browser.ts";
import { themeCookieSeconds } from "../../theme.ts";

export interface Cookie {
  readonly name: string;
  readonly purpose: string;
  /** How long a browser stores it. */
  readonly seconds: number;
}

const [minute, hour, day] = [60, 60 * 60, 24 * 60 * 60];

/** Cookies that any visitor can have; the last one is for staff. */
export const cookies: readonly Cookie[] = [
  { name: "session", purpose: "Keeps you signed in", seconds: 7 * day },
  {
    name: "browser",
    purpose:
      "Tells us that you signed in here before, so wrong passwords typed elsewhere don't lock you out",
    seconds: knownForMs / 1000,
  },
  {
    name: "challenge",
    purpose: "Ties an emailed code to the browser that asked for it",
    seconds: hour,
  },
  {
    name: "return-to",
    purpose: "Leads you back to the page that you wanted before you signed in",
    seconds: 15 * minute,
  },
  { name: "toast", purpose: "Shows a message on the next page", seconds: 30 },
  {
    name: "just-registered",
    purpose: "Shows the page about your inbox after you register",
    seconds: 10 * minute,
  },
  {
    name: "answer",
    purpose: "Keeps what you typed in an invitation, encrypted, until you send it",
    seconds: day,
  },
  { name: "theme", purpose: "Remembers the light or dark theme", seconds: themeCookieSeconds },
  {
    name: "columns",
    purpose: "For staff: remembers the columns of the last spreadsheet",
    seconds: 365 * day,
  },
];
