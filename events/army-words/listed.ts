/** What else people call a value. */
export interface Line {
  /** A value of a field, or the plain name of a thing that people ask for. */
  readonly value: string;
  /** Names that mean the same. */
  readonly names: readonly string[];
  /** Names that find it after what fits better, and are no value in an import: "colonel" for LTC. */
  readonly loose: readonly string[];
  /** A key of {@link sources}; none for what is common knowledge. */
  readonly source: string | undefined;
}

/**
 * Reads lines like `Executive Officer: XO, exec; second in command [ar310]`; one that is indented twice goes on. A name in
 * capitals is an abbreviation: in texts of profiles it counts in capitals alone, in questions in any writing that is no
 * word. Plurals in "s" go without saying.
 */
export function listed(lines: string): readonly Line[] {
  return lines.trim().split(/\n(?! {4})/).map((line) => {
    const text = line.trim().replace(/\n\s+/g, " ");
    const [, value = "", names, loose, source] = format.exec(text) ?? [];
    return { value, names: parts(names), loose: parts(loose), source };
  });
}

const format = /^([^:;[]+):([^;[]*)(?:;([^[]*))?(?:\[(\w+)\])?$/;

function parts(text = ""): string[] {
  return text.split(",").map((part) => part.trim()).filter((part) => part !== "");
}

/** Where a line's names are written down, by the key behind it. */
export const sources: Readonly<Record<string, string>> = {
  ar310: "AR 25-52 and AR 310-50, Army abbreviations and brevity codes",
  bolc: "Wikipedia, Basic Officer Leaders Course; pages of the branches' schools",
  cc: "U.S. Army Cadet Command, ROTC cadet handbooks, USACC Pamphlet 145-1 and CC Regulation 145-3",
  ccc: "Wikipedia, Maneuver Captains Career Course; pages of the branches' schools",
  closed:
    "Base Realignment and Closure: reports on the rounds of 1995 and 2005; the list of sites below",
  csp: "career-satisfaction.army.mil, overview and questions of the Career Satisfaction Program",
  ctc: "FORSCOM, Combat Training Centers",
  dodmerb: "Department of Defense Medical Examination Review Board, about the board",
  efmp: "AR 608-75, Exceptional Family Member Program",
  europe: "U.S. Army Europe and Africa, garrisons and training areas",
  flep: "AR 27-1, Judge Advocate Legal Services, funded legal education",
  fm60: "FM 6-0, Commander and Staff Organization and Operations, staff sections",
  g2g: "U.S. Army Cadet Command, Green to Gold program",
  grfd: "CC Regulation 145-10, Guaranteed Reserve Forces Duty",
  guard:
    "Pages of the National Guard of each state and news of its headquarters; Wikipedia on each; the list of sites below",
  hpsp: "AR 601-141, Health Professions Scholarship Program",
  japan: "U.S. Army Japan, installations",
  korea: "U.S. Army Garrisons Humphreys, Daegu and Yongsan-Casey",
  macp: "AR 614-100 and AR 614-200, Married Army Couples Program",
  pam600: "DA Pamphlet 600-3, Officer Professional Development and Career Management",
  pam611: "DA Pamphlet 611-21, Military Occupational Classification and Structure",
  ranger: "Fort Benning, Airborne and Ranger Training Brigade; 75th Ranger Regiment, selection",
  renamed:
    "AUSA, Army to Rename 7 Installations (June 2025); orders of February and March 2025 on Forts Bragg and Benning; army.mil on Fort A.P. Hill (August 2025)",
  sapper: "Fort Leonard Wood, Sapper Leader Course",
  sites:
    "Department of Defense, names of military sites (2022); 31 CFR part 802, appendix A; garrisons by city (IMCOM, 2026); military housing areas (2026)",
  skillbridge: "Department of Defense SkillBridge; Army Transition Assistance Program",
  swcs: "U.S. Army John F. Kennedy Special Warfare Center and School, courses",
  usma: "U.S. Military Academy, tactical officers",
};
