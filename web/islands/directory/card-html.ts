import { createContext } from "react";

/** HTML of cards that the server has rendered before, by their members' ids. There is none in browsers. */
export const CardHtml = createContext<ReadonlyMap<string, string>>(new Map());
