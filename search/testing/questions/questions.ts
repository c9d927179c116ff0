import { people, type Person } from "./people.ts";

type Who = (person: Person) => boolean;

/**
 * A text as a cadet types it, with its best answers. They follow what cadets want to know, never
 * the
 * engine's results.
 */
export interface Question {
  readonly ask: string;
  /** People who must come first, in any order; if absent, no one may be found. */
  readonly first?: Who;
  /** People who may follow them. No one else may be found. */
  readonly others?: Who;
  /** People who may be found in any place, or not at all. */
  readonly anywhere?: Who;
}

const named = (...names: readonly string[]): Who => {
  const known = new Set(people.map(({ name }) => name));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`No one is called ${unknown.join(", ")}`);
  return ({ name }) => names.includes(name);
};
const any = (...of: readonly Who[]): Who => (person) => of.some((who) => who(person));
const all = (...of: readonly Who[]): Who => (person) => of.every((who) => who(person));
const not = (who: Who): Who => (person) => !who(person);

const branch = (...names: readonly string[]): Who => (person) => names.includes(person.armyBranch);
/** Without cadre, whose rank isn't on cards. */
const rank = (...ranks: readonly string[]): Who => ({ role, rank }) =>
  role !== "cadre" && ranks.includes(rank);
const status = (status: string): Who => (person) => person.dutyStatus === status;
const year = (year: string): Who => ({ classYear }) => classYear === year;
const lives = (place: RegExp): Who => ({ location }) => place.test(location ?? "");
const helps = (...topics: readonly string[]): Who => ({ helpTopics = [] }) =>
  helpTopics.some((topic) => topics.includes(topic));
const held = (position: RegExp): Who => ({ previousPositions = [] }) =>
  previousPositions.some((text) => position.test(text));
const attended = (school: RegExp): Who => ({ armySchools = [] }) =>
  armySchools.some((text) => school.test(text));
/** Somewhere in their profile. */
const says = (words: RegExp): Who => ({ name: _, ...said }) =>
  Object.values(said).flat().some((text) => words.test(String(text ?? "")));
/** People with a word that starts with these letters. */
const begins = (letters: string): Who => (person) =>
  Object.values(person).flat()
    .some((text) => new RegExp(`\\b${letters}`, "i").test(String(text ?? "")));

const infantry = branch("Infantry");
const armor = branch("Armor");
const aviation = branch("Aviation");
const engineers = branch("Corps of Engineers");
const artillery = branch("Field Artillery");
const airDefense = branch("Air Defense Artillery");
const cyber = branch("Cyber Corps");
const signal = branch("Signal Corps");
const intelligence = branch("Military Intelligence");
const police = branch("Military Police");
const lawyers = branch("Judge Advocate General");
const physicians = named("Hana Sato", "Carl Dunn");
const texans = lives(/TX|Texas/);
const captains = rank("CPT");
const platoonLeaders = held(/Platoon Leader|\bPL\b/);
const executives = held(/\bXO\b|Executive Officer/);
const commanders = held(/Commander/);
const rangers = any(helps("Ranger School"), attended(/Ranger/));
const airborne = any(helps("Airborne School"), attended(/Airborne/));
const flies = says(/aviat|pilot|fly|flew|flight|helicopter|airline/i);
const bragg = named("Omar Haddad", "Pia Lindqvist", "Uma Rao");
const hood = named("Quinn Abara", "Isla Grant");
const benning = named("Fay O'Neill", "Jack Ford");
const lewis = named("Rosa Delgado", "Erik Holm");
const gordon = named("Max Weber", "Nora Quist");
const bliss = named("Ed Novak", "Ximena Cruz");
const washingtonState = named("Dev Anand", "Rosa Delgado", "Erik Holm");
const transition = helps("Career Transition");
const leaving = says(/transition|skillbridge|\bIRR\b|veteran/i);
const families = helps("Family Support");
const hasFamily = says(/famil|spouse|children|kids|parent|EFMP|dual/i);

const branches: readonly Question[] = [
  { ask: "aviation", first: aviation, others: flies },
  { ask: "infantry", first: infantry, others: says(/infantry/i) },
  { ask: "infantrey", first: infantry, others: says(/infantry/i) },
  { ask: "11A", first: all(infantry, says(/11A/)), anywhere: infantry },
  { ask: "12A", first: engineers },
  { ask: "19a", first: armor },
  { ask: "35D", first: named("Sue Hart"), others: intelligence },
  { ask: "transpo", first: branch("Transportation") },
  { ask: "trasportation officer", first: branch("Transportation") },
  { ask: "MI", first: intelligence, others: begins("mi") },
  { ask: "JAG", first: lawyers },
  { ask: "can I be a lawyer in the army", first: lawyers, others: named("Bo Jensen") },
  { ask: "law", first: lawyers, anywhere: any(named("Tom Law"), says(/law/i)) },
  { ask: "AG", first: branch("Adjutant General"), others: begins("ag") },
  { ask: "27 alpha", first: lawyers },
  { ask: "quartermastr", first: branch("Quartermaster") },
  { ask: "supply officer", first: branch("Quartermaster"), others: says(/S4|supply|logistics/i) },
  { ask: "SF", first: named("Pia Lindqvist"), others: any(helps("SFAS Prep"), says(/Q course/)) },
  { ask: "ADA", first: airDefense, others: begins("ada") },
  { ask: "arty", first: artillery, anywhere: any(airDefense, says(/artiller/i)) },
  { ask: "66H still in the army", first: named("Tess Nguyen"), others: named("Abby Foster") },
  { ask: "EOD", first: named("Vic Torres"), others: branch("Ordnance") },
  { ask: "tanker", first: armor },
  { ask: "cavalry", first: armor },
  { ask: "CBRN", first: branch("Chemical Corps") },
  { ask: "signal", first: signal },
  { ask: "cybr officer", first: cyber },
  { ask: "infantry or armor", first: any(infantry, armor), others: says(/infantry/i) },
  { ask: "corps of engineers", first: engineers },
  { ask: "combat engineer", first: engineers },
  { ask: "nurses", first: named("Tess Nguyen", "Abby Foster") },
  { ask: "army doctors", first: physicians },
  { ask: "veterinarian", first: named("Luz Romero") },
  { ask: "someone who flew blackhawks", first: named("Ava Ortiz"), others: flies },
  {
    ask: "how do I become a pilot",
    first: named("Ava Ortiz", "Vera Castillo", "Zoe Hunt"),
    anywhere: named("Zane Miller"),
    others: flies,
  },
  { ask: "my eyes are bad but I want aviation", first: aviation, others: flies },
  { ask: "PRK", first: named("Vera Castillo") },
  { ask: "intel", first: intelligence },
];

const ranksAndYears: readonly Question[] = [
  { ask: "captain", first: captains, others: says(/captain/i) },
  { ask: "CPTs", first: captains, others: says(/captain/i) },
  { ask: "captains in dallas", first: named("Yusuf Demir"), anywhere: named("Abby Foster") },
  { ask: "captian", first: captains, others: says(/captain/i) },
  { ask: "major", first: rank("MAJ"), anywhere: named("Nina Major"), others: says(/\bmajor\b/i) },
  { ask: "colonel", first: rank("COL"), others: rank("LTC") },
  { ask: "lieutenant colonel", first: rank("LTC") },
  { ask: "leutenant colonels", first: rank("LTC") },
  { ask: "second lieutenants", first: rank("2LT") },
  { ask: "first lieutenant", first: rank("1LT") },
  { ask: "new lieutenants", first: rank("1LT", "2LT"), anywhere: rank("LTC") },
  { ask: "brigadier general", first: rank("BG") },
  {
    ask: "retired colonels",
    first: all(rank("COL"), status("Veteran")),
    others: all(rank("LTC"), status("Veteran")),
  },
  { ask: "lieutenent", first: rank("1LT", "2LT"), others: rank("LTC") },
  { ask: "class of 2014", first: year("2014") },
  { ask: "class of '16", first: year("2016") },
  { ask: "2025 infantry", first: all(year("2025"), infantry) },
  { ask: "infantry captains", first: all(infantry, captains) },
];

const places: readonly Question[] = [
  { ask: "Fort Hood", first: hood },
  { ask: "ft cavazos", first: hood },
  { ask: "killeen", first: named("Isla Grant"), anywhere: hood },
  { ask: "Fort Bragg", first: bragg },
  { ask: "fayetteville nc", first: named("Pia Lindqvist"), anywhere: bragg },
  { ask: "fayetteville", first: named("Pia Lindqvist", "Kim Lee"), anywhere: bragg },
  { ask: "Fort Benning", first: benning },
  { ask: "columbus", first: named("Jack Ford", "Ines Vargas"), anywhere: benning },
  { ask: "JBLM", first: lewis },
  { ask: "joint base lewis-mcchord", first: lewis },
  { ask: "82nd airborne division", first: bragg, others: airborne },
  { ask: "Fort Gordon", first: gordon },
  { ask: "Fort Lee", first: named("Mia Green") },
  { ask: "fort campbell", first: named("Vera Castillo") },
  { ask: "Fort Carson", first: named("Vic Torres") },
  { ask: "ft bliss", first: bliss },
  { ask: "what's it like at fort drum", first: named("Wes Long") },
  { ask: "fort sam houston", first: named("Luz Romero"), others: lives(/San Antonio/) },
  { ask: "redstone arsenal", first: named("Uri Stein") },
  { ask: "pentagon", first: named("Hugh Bell", "Jo Kim"), others: lives(/Arlington/) },
  { ask: "washington", first: any(washingtonState, named("Jo Kim")), anywhere: lives(/Pentagon/) },
  { ask: "washington state", first: washingtonState },
  { ask: "hawaii", first: named("Tess Nguyen", "Sue Hart") },
  { ask: "nurse in hawaii", first: named("Tess Nguyen") },
  { ask: "anyone stationed in italy?", first: named("Otto Schmidt") },
  {
    ask: "taking my kids to europe",
    first: named("Otto Schmidt"),
    others: helps("Family Support"),
  },
  { ask: "texas", first: texans, others: says(/texas/i) },
  { ask: "texas or oklahoma", first: any(texans, lives(/OK$/)), others: says(/texas/i) },
  { ask: "texas not dallas", first: all(texans, not(lives(/Dallas/))), others: says(/texas/i) },
  {
    ask: "anyone in the guard in texas",
    first: all(texans, status("National Guard")),
    others: named("Zane Miller"),
  },
  { ask: "georgia", first: lives(/GA$/) },
  { ask: "NYC", first: named("Gus Marchetti") },
  { ask: "dfw", first: named("Kai Johnson"), anywhere: lives(/Dallas|Fort Worth/) },
  { ask: "seatle", first: named("Dev Anand") },
  { ask: "MI in hawaii", first: named("Sue Hart") },
  { ask: "armor at fort bliss", first: named("Ed Novak") },
];

const positions: readonly Question[] = [
  { ask: "XO", first: executives },
  { ask: "what does an XO do", first: executives },
  { ask: "executive officer", first: executives },
  { ask: "company XO", first: held(/Company (XO|Exec)/), others: executives },
  { ask: "PL", first: platoonLeaders, others: begins("pl") },
  { ask: "being a platoon leader", first: platoonLeaders },
  {
    ask: "company commander",
    first: any(held(/Company Commander/), helps("Company Command")),
    others: commanders,
  },
  { ask: "battalion commander", first: held(/Battalion Commander/), others: commanders },
  { ask: "S1", first: held(/S1/), others: helps("Battalion Staff") },
  { ask: "what do S3s do", first: held(/S3/), others: helps("Battalion Staff") },
  { ask: "bn s3", first: held(/Battalion S3/), others: any(held(/S3/), helps("Battalion Staff")) },
  { ask: "battalion staff", first: helps("Battalion Staff"), anywhere: held(/S\d/) },
  { ask: "OIC", first: held(/OIC/) },
  { ask: "1SG", first: named("Dee Palmer") },
  { ask: "PSG", first: held(/Platoon Sergeant/) },
  { ask: "brigade commander", first: named("Hugh Bell"), others: commanders },
];

const schools: readonly Question[] = [
  { ask: "ranegr school", first: rangers, others: says(/ranger/i) },
  { ask: "is ranger school hard", first: rangers, others: says(/ranger/i) },
  { ask: "airborne", first: airborne },
  { ask: "airborne not ranger", first: all(airborne, not(says(/ranger/i))) },
  { ask: "infantry not ranger", first: all(infantry, not(says(/ranger/i))) },
  {
    ask: "ranger without airborne",
    first: all(rangers, not(airborne)),
    others: named("Bo Jensen"),
  },
  { ask: "jump school", first: airborne, anywhere: attended(/Jumpmaster/) },
  { ask: "I want to jump out of planes", first: airborne, anywhere: attended(/Jumpmaster/) },
  { ask: "air assault", first: attended(/Air Assault/) },
  { ask: "how hard is sapper school", first: attended(/Sapper/), others: engineers },
  { ask: "pathfinder", first: named("Vera Castillo") },
  { ask: "SERE", first: attended(/SERE/) },
  { ask: "SFAS", first: named("Omar Haddad", "Pia Lindqvist") },
  { ask: "Q course", first: named("Omar Haddad"), anywhere: named("Pia Lindqvist") },
  { ask: "CDQC", first: named("Pia Lindqvist") },
  { ask: "combat diver", first: named("Pia Lindqvist") },
  { ask: "IBOLC", first: attended(/IBOLC/), others: any(infantry, helps("BOLC Prep")) },
  { ask: "ABOLC", first: named("Ed Novak"), others: any(armor, helps("BOLC Prep")) },
  { ask: "BOLC", first: any(helps("BOLC Prep"), attended(/BOLC/)), others: says(/basic course/) },
  { ask: "MCCC", first: helps("Captains Career Course") },
  { ask: "CGSC", first: named("Uri Stein") },
];

const program: readonly Question[] = [
  { ask: "OML", first: helps("OML Strategy") },
  { ask: "how do I raise my OML", first: helps("OML Strategy") },
  { ask: "order of merit list", first: helps("OML Strategy") },
  { ask: "green to gold", first: named("Xena Papadakis"), others: named("Mia Green") },
  {
    ask: "Green",
    first: named("Mia Green"),
    others: any(named("Xena Papadakis"), helps("SFAS Prep")),
  },
  { ask: "SMP", first: named("Yara Simmons", "Zane Miller") },
  {
    ask: "guard contract",
    first: named("Yara Simmons"),
    others: any(status("National Guard"), helps("Active vs Reserve"), says(/\bguard\b/i)),
  },
  { ask: "CTLT", first: named("Yara Simmons") },
  { ask: "CST", first: named("Will Turner") },
  { ask: "advanced camp", first: named("Will Turner") },
  {
    ask: "BRADSO",
    first: named("Gwen Shaw"),
    others: helps("Branch Selection", "ROTC Scholarship"),
  },
  {
    ask: "GRADSO",
    first: named("Gwen Shaw"),
    others: helps("Graduate School", "Branch Selection", "ROTC Scholarship"),
  },
  { ask: "simultanious membership", first: named("Yara Simmons", "Zane Miller") },
  { ask: "i dont want to go active", first: helps("Active vs Reserve") },
  {
    ask: "how can I pay for college",
    first: helps("ROTC Scholarship"),
    others: any(helps("Financial Planning"), says(/GI Bill|HPSP/)),
  },
  { ask: "branching", first: helps("Branch Selection"), others: says(/branch /) },
  { ask: "what branch should I pick", first: helps("Branch Selection"), others: says(/branch /) },
  {
    ask: "active duty or guard",
    first: helps("Active vs Reserve"),
    anywhere: any(status("Active Duty"), status("National Guard")),
    others: says(/\bguard\b|active duty/i),
  },
  {
    ask: "should I go reserve or active",
    first: helps("Active vs Reserve"),
    anywhere: any(status("Army Reserve"), status("Active Duty")),
    others: says(/active duty/),
  },
  {
    ask: "national guard",
    first: status("National Guard"),
    others: any(says(/\bguard\b/i), helps("Active vs Reserve")),
  },
  { ask: "FLEP", first: named("Ben Whitfield"), anywhere: any(lawyers, says(/law school/i)) },
  { ask: "law school", first: named("Ben Whitfield", "Gil Park"), others: named("Tom Law") },
  { ask: "HPSP", first: physicians },
  { ask: "can i go to med school after rotc", first: physicians, others: helps("Graduate School") },
];

const afterService: readonly Question[] = [
  { ask: "resume", first: helps("Resume Review") },
  { ask: "who can read my resume", first: helps("Resume Review") },
  {
    ask: "help with my resume and interviews",
    first: all(helps("Resume Review"), helps("Interview Prep")),
  },
  { ask: "interveiw prep", first: helps("Interview Prep"), others: says(/interview/i) },
  { ask: "case interviews", first: named("Yusuf Demir"), others: helps("Interview Prep") },
  { ask: "whos in charge of the rotc program", first: ({ role }) => role === "cadre" },
  { ask: "how do I get a clearance", first: helps("Security Clearance"), others: says(/cleared/i) },
  {
    ask: "human resources",
    first: named("Kim Lee", "Gwen Shaw"),
    others: branch("Adjutant General"),
  },
  { ask: "skillbridge", first: named("Dev Anand"), others: transition },
  { ask: "getting out of the army", first: transition, others: leaving },
  { ask: "life after the army", first: transition, others: leaving },
  { ask: "ETS", first: transition, anywhere: leaving },
  { ask: "leaving active duty", first: any(transition, named("Dev Anand")), others: leaving },
  {
    ask: "IRR",
    first: named("Hal Winters"),
    others: any(transition, status("Army Reserve"), helps("Active vs Reserve")),
  },
  { ask: "MBA", first: any(named("Ray Stone"), helps("Graduate School")), others: says(/MHA/) },
  { ask: "software developer", first: named("Kai Johnson") },
  { ask: "lawyer", first: lawyers, others: named("Bo Jensen") },
  { ask: "oil and gas", first: named("Ivo Petrov") },
  { ask: "wall street finance", first: named("Gus Marchetti"), anywhere: says(/financ/i) },
  { ask: "project manager", first: named("Eli Bergström"), others: says(/Manager/) },
  {
    ask: "police officer",
    first: named("Jack Ford"),
    others: any(police, says(/police|law enf/i)),
  },
  { ask: "FBI", first: named("Vic Torres") },
  { ask: "recruiter at company x", first: named("Bea Lang") },
  { ask: "reservists in houston", first: named("Flo Adeyemi") },
  { ask: "money advice", first: helps("Financial Planning"), anywhere: says(/financ|invest/i) },
];

const familyLife: readonly Question[] = [
  { ask: "married in the army", first: families, others: hasFamily },
  { ask: "having kids in the army", first: families, others: hasFamily },
  { ask: "single parents", first: named("Lea Moreau", "Sue Hart"), others: families },
  { ask: "EFMP", first: named("Rosa Delgado"), others: families },
  { ask: "dual military", first: named("Rosa Delgado"), others: families },
  {
    ask: "PCS with my spouse",
    first: named("Otto Schmidt"),
    others: any(helps("PCS Tips"), families),
  },
  { ask: "my husband is army too", first: named("Rosa Delgado"), others: any(families, hasFamily) },
  { ask: "first deployment", first: helps("Deployment Prep"), others: says(/deploy/i) },
];

const names: readonly Question[] = [
  { ask: "whitfield", first: named("Ben Whitfield") },
  { ask: "bergstrom", first: named("Eli Bergström") },
  { ask: "bergstorm", first: named("Eli Bergström") },
  { ask: "oneill", first: named("Fay O'Neill") },
  { ask: "Captain Okafor", first: named("Sam Okafor") },
  { ask: "Kim", first: named("Jo Kim", "Kim Lee") },
  { ask: "sam.okafor@example.com" },
  { ask: "zoe.hunt@gmail.com" },
];

/** Queries that no one matches completely, where people with the most important part are found. */
const combinations: readonly Question[] = [
  { ask: "cyber officer in guam", first: cyber },
  { ask: "detective portland zebra", first: named("Lea Moreau") },
  { ask: "JAG in montana", first: lawyers },
  { ask: "aviation wyoming", first: aviation, others: flies },
  { ask: "veterinarian who was a ranger", first: named("Luz Romero"), others: says(/ranger/i) },
  { ask: "teacher in boston", first: named("Hal Winters") },
];

export const questions: readonly Question[] = [
  ...branches,
  ...ranksAndYears,
  ...places,
  ...positions,
  ...schools,
  ...program,
  ...afterService,
  ...familyLife,
  ...names,
  ...combinations,
];
