export interface Line {
  /** A value of a field, or the plain name of a thing that people ask for. */
  readonly value: string;
  readonly names: readonly string[];
  /** Names that match after better ones, and aren't values in an import: "colonel" for LTC. */
  readonly loose: readonly string[];
  /** A key of {@link sources}; absent for common knowledge. */
  readonly source: string | undefined;
}

/**
 * Parses lines such as `Executive Officer: XO, exec; second in command [ar310]`. A line indented
 * twice continues the one before. Names in capitals are abbreviations: in profiles they count in
 * capitals only, in questions in any case unless they are a word. Plurals in "s" are implied.
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

/** Sources of names, compared in November 2026. GRB and CCFSPCC are in none, but in use. */
export const sources: Readonly<Record<string, string>> = {
  ai:
    "army.mil, Army establishes new AI, machine learning career path for officers (December 2025)",
  ar310:
    "Glossaries of Army and Reserve abbreviations: socialworkers.org, bluestarcl.com, 134arw.ang.af.mil; word lists of public programs",
  bolc: "Wikipedia, Basic Officer Leaders Course; pages of the branches' schools",
  cc:
    "Pages of Army ROTC programs on summer training, camps and cadre (Notre Dame, NDSU, Central Arkansas, Morgan State, Chicago State)",
  ccc: "Wikipedia, Maneuver Captains Career Course; pages of the branches' schools",
  closed:
    "Base Realignment and Closure: reports on the rounds of 1995 and 2005; the list of sites below",
  csp: "career-satisfaction.army.mil, overview and questions of the Career Satisfaction Program",
  ctc:
    "Pages on the training centers at Fort Polk, Fort Irwin and Hohenfels; word lists of public programs",
  dodmerb: "Wikipedia, Department of Defense Medical Examination Review Board; rotcconsulting.com",
  efmp:
    "Garrison pages of Fort Huachuca and Fort Benning on the Exceptional Family Member Program (AR 608-75)",
  europe:
    "Wikipedia, U.S. Army Garrison Bavaria; military.com base guide; public lists of installations by town",
  flep: "AR 27-1, Judge Advocate Legal Services, funded legal education",
  fm60: "FM 6-0, Commander and Staff Organization and Operations, staff sections",
  g2g:
    "Pages of Army ROTC programs on Green to Gold (Old Dominion, Western Illinois, Missouri S&T)",
  grfd:
    "CC Regulation 145-10, Guaranteed Reserve Forces Duty; usar.army.mil and vi.ng.mil on the Minuteman scholarship",
  guard:
    "Pages of the National Guard of each state and news of its headquarters; Wikipedia on each; the list of sites below",
  hpsp: "Wikipedia, Health Professions Scholarship Program",
  japan: "Wikipedia, United States Forces Japan; Camp Zama",
  korea:
    "army.mil on Camp Humphreys (2018); Wikipedia, Camp Red Cloud; globalsecurity.org, facilities in Korea",
  macp: "Public pages on the Married Army Couples Program",
  merged:
    "Reports on the commands that were merged in 2025: dvidshub.net on the Western Hemisphere Command; public glossaries on T2COM",
  pam600:
    "DA Pamphlet 600-3, Commissioned Officer Professional Development and Career Management; army.mil on VTIP",
  pam611:
    "Public lists of specialties after DA Pamphlet 611-21 (2019); Wikipedia, United States Army, branches and functional areas",
  ranger: "Wikipedia, Ranger Assessment and Selection Program",
  renamed:
    "AUSA, Army to Rename 7 Installations (June 2025); orders of February and March 2025 on Forts Bragg and Benning; army.mil on Fort A.P. Hill (August 2025)",
  sapper: "Garrison page of Fort Leonard Wood and Wikipedia, Sapper Leader Course",
  sites:
    "Department of Defense, names of military sites (2022); 31 CFR part 802, appendix A; garrisons by city (IMCOM, 2026); military housing areas (2026)",
  skillbridge:
    "army.mil and dvidshub.net on ACAP, SFL-TAP and TAP; garrison page of Fort Wainwright",
  swcs:
    "Wikipedia, Special Forces selection and training; nationalguard.com; specialforces.com on the diver course",
  usma: "West Point Association of Graduates, parent handbook, glossary",
  wiki: "Wikipedia, United States Army, commands",
};
