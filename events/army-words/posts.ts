import { type Line, listed } from "./listed.ts";

/** A post, and what stands for it: a town, another post, or what it is known for. Each counts in its own state alone. */
export interface Post extends Line {
  readonly name: string
  /** Code of a state, or name of a country. */
  readonly region: string
  /** Loose names as places. */
  readonly near: readonly Place[];
}

export interface Place {
  readonly name: string
  readonly region: string
}

/**
 * Posts with state or country. Loose names are their towns, in another state with its code behind them, and what is there.
 * "Ft." is read as "Fort" everywhere.
 */
export const posts: readonly Post[] = placed(`
  Fort Hood, TX: Fort Cavazos, Hood, Cavazos; Killeen, Copperas Cove, Harker Heights, Temple, Belton
  Fort Bragg, NC: Fort Liberty, Bragg; Liberty, Fayetteville, Spring Lake, Hope Mills, Southern Pines, Raeford
  Fort Benning, GA: Fort Moore, Benning; Columbus, Phenix City AL
  Fort Gordon, GA: Fort Eisenhower; Augusta, Grovetown
  Fort Lee, VA: Fort Gregg-Adams; Petersburg
  Fort Rucker, AL: Fort Novosel; Dothan
  Fort Polk, LA: Fort Johnson; Leesville
  Fort A.P. Hill, VA: Fort Walker, Fort AP Hill; Bowling Green
  Fort Pickett, VA: Fort Barfoot; Blackstone
  Joint Base Lewis-McChord, WA: JBLM; Tacoma
  Joint Base San Antonio, TX: JBSA; San Antonio
  Joint Base Elmendorf-Richardson, AK: JBER; Anchorage
  Joint Base Langley-Eustis, VA: JBLE; Newport News
  Joint Base Myer-Henderson Hall, VA: JBMHH; Arlington
  Joint Base McGuire-Dix-Lakehurst, NJ: JBMDL; Wrightstown
`);

/** Cities that people call by other names, in the same form. */
export const cities: readonly Post[] = placed(`
  Dallas-Fort Worth, TX: DFW
  New York City, NY: NYC
`);

function placed(lines: string): Post[] {
  return listed(lines).map((line) => {
    const at = line.value.lastIndexOf(", ");
    const region = line.value.slice(at + 2);
    const near = line.loose.map((text) => placeIn(text, region));
    return { ...line, name: line.value.slice(0, at), region, near }
  });
}

/** "Clarksville TN" is in another state than its post. */
function placeIn(text: string, region: string): Place {
  const [, name = text, other = region] = /^(.+) ([A-Z]{2})$/.exec(text) ?? [];
  return { name, region: other }
}
