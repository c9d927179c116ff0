import type { Offers } from "../../api/features/directory/offers.ts";
import { companies } from "./companies.ts";
import { industries } from "./industries.ts";
import { places } from "./places.ts";

/** What fields complete before anyone has typed it. */
export const completions: Offers = { industry: industries, company: companies, location: places };
