import type { Offers } from "../../api/features/directory/offers.ts";
import { companies } from "./companies.ts";
import { industries } from "./industries.ts";
import { places } from "./places.ts";

/** Suggestions for fields before any profile has a value. */
export const completions: Offers = { industry: industries, company: companies, location: places };
