/**
 * Search vocabulary: what people call the values of fixed lists, the states, and words that carry
 * nothing. Apart from the other lists, as browsers do without it.
 *
 * @module
 */

/**
 * Synonyms: by value, what else people call it. Branches, topics, ranks, duty statuses, industries, job titles
 * and whatever else reads exactly so.
 */
export const knownAs: Readonly<Record<string, readonly string[]>> = listed(`
Adjutant General: AG, HR, human resources, personnel
Air Defense Artillery: ADA, missile, patriot
Armor: armour, tank, tanks, tanker, cavalry, cav
Aviation: AV, helicopter, helicopters, helo, pilot, aviator, flight, flying
Chemical Corps: CBRN, chem, nuclear, biological
Corps of Engineers: EN, USACE, engineer, engineers, sapper, sappers
Cyber Corps: CY, cybersecurity, cyber security
Field Artillery: FA, artillery, artilleryman, redleg, fires, cannon
Finance: FI, financial, comptroller, banking
Infantry: infantryman, grunt
Medical Services: medical, healthcare, medic
Military Intelligence: MI, intel
Military Police: MP, MPs, enforcement
Ordnance: OD, ammo, ammunition, explosives, EOD, maintenance
Quartermaster: QM, supply, logistics, logistician
Signal Corps: SC, signal, signals, comms, communications, commo
Transportation: TC, transport, logistics, logistician
Army Nurse Corps: nurse, nurses, nursing, RN
Medical Service Corps: MSC, healthcare
Medical Corps: MC, doctor, doctors, physician, physicians, surgeon
Veterinary Corps: VC, veterinarian, veterinarians, animals
Judge Advocate General: JAG, JAGC, lawyer, lawyers, legal, attorney, attorneys, law
Branch Selection: branching, choosing, accessions
BOLC Prep: IBOLC, ABOLC, basic course
OML Strategy: merit
Resume Review: CV, resumes, curriculum vitae, résumé
Career Transition: transitioning, leaving, switching, civilian, ETS
PCS Tips: moving, move, relocation, relocating
Interview Prep: interview, interviews, interviewing, preparation
Networking: network, contacts
Graduate School: grad school, masters, MBA, PhD
Security Clearance: clearances, TS/SCI, top secret
Ranger School: RTB, ranger tab
Airborne School: jump school, parachute, paratrooper
Captains Career Course: CCC, MCCC
SFAS Prep: special forces, green beret, selection
ROTC Scholarship: scholarships, tuition
Active vs Reserve: reserves, component
Company Command: commander, commanding
Battalion Staff: S1, S2, S3, S4
Pentagon Assignment: HQDA
Deployment Prep: deploy, deploying, deployed, deployments
Family Support: families, spouse, kids, children
Financial Planning: finances, money, investing, retirement, TSP
2LT: second lieutenant, 2nd lieutenant, LT, lieutenants, officer, officers
1LT: first lieutenant, 1st lieutenant, LT, lieutenants, officer, officers
CPT: captain, captains, capt, officer, officers
MAJ: major, majors, officer, officers
LTC: lieutenant colonel, lt col, ltcol, colonels, officer, officers
COL: colonel, colonels, officer, officers
BG: brigadier general, generals, officer, officers
MG: major general, generals, officer, officers
LTG: lieutenant general, generals, officer, officers
GEN: general, generals, officer, officers
CDT: cadet, cadets
WO1: warrant officer
CW2: chief warrant officer
CW3: chief warrant officer
CW4: chief warrant officer
CW5: chief warrant officer
SGT: sergeant, sergeants, NCO
SSG: staff sergeant, sergeants, NCO
SFC: sergeant first class, sergeants, NCO
MSG: master sergeant, sergeants, NCO
1SG: first sergeant, sergeants, NCO
SGM: sergeant major, sergeants, NCO
CSM: command sergeant major, sergeants, NCO
CIV: civilian
Active Duty: AD
Army Reserve: USAR, reserves, reservist, reservists
National Guard: ARNG, NG, guard, guardsman, guardsmen
Veteran: vet, vets, veterans, retired
Law: lawyer, lawyers, legal, attorney, attorneys
Legal: lawyer, lawyers, law, attorney, attorneys
Technology: tech, IT, software
Information Technology: IT, tech, technology
Healthcare: health, medical, medicine
Consulting: consultant, consultants
Education: teaching, teacher, teachers
Energy: oil, gas
Real Estate: realtor, property
Nonprofit: non-profit, charity
Law Enforcement: police
Attorney: lawyer, lawyers, legal
Physician: doctor, doctors, medical
Registered Nurse: RN, nurses, nursing
Software Engineer: developer, programmer, coder, coding
Chief Executive Officer: CEO
Chief Financial Officer: CFO
Chief Operating Officer: COO
Chief Technology Officer: CTO
`);

/** States, the federal district and territories: code and name. */
export const states: Readonly<Record<string, string>> = Object.fromEntries(
  `AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,
  DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,
  KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,
  MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,
  NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,
  PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,
  VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,AS American Samoa,
  GU Guam,MP Northern Mariana Islands,PR Puerto Rico,VI Virgin Islands`
    .split(",").map((line) => [line.trim().slice(0, 2), line.trim().slice(3)]),
);

/** Short forms inside names of places, both ways. A map: people write the words it is asked for. */
export const placeForms: ReadonlyMap<string, string> = new Map(
  [["ft", "fort"], ["st", "saint"], ["mt", "mount"]].flatMap(([short = "", long = ""]) => [
    [short, long],
    [long, short],
  ]),
);

/** Army posts that were renamed, some of them back: behind "Fort", each name means the other. */
export const postNames: ReadonlyMap<string, string> = new Map(
  `Bragg Liberty,Benning Moore,Hood Cavazos,Lee Gregg,Rucker Novosel,Gordon Eisenhower,Polk Johnson,
  Hill Walker,Pickett Barfoot`.toLowerCase().split(",").flatMap((line) => {
    const [one = "", other = ""] = line.trim().split(" ");
    return [[one, other], [other, one]];
  }),
);

/** Fillers: words of a question that say nothing of who is sought. */
export const fillers: ReadonlySet<string> = new Set(
  `a about advice advise alum alumna alumni alumnus alums am an and any anybody anyone are area
  around as ask at be became become been by can class contact could current currently did do does experience
  experienced expert expertise find folks for former from get getting give go grads graduated
  graduates guy guys has have having help helped helping helps how i in industry interested into
  is job jobs know knows like lives living located look looking m me mentor mentored mentoring
  mentors mentorship my near need now of on or our out people person please s sector seeking
  served serving should show so some somebody someone talk that the their them there these they
  this those to us want wants was we went were what where which who whom whose with work worked
  working works would you your`.split(/\s+/),
);

/** Fillers that people are called: several of them alone are somebody's name, others ask for nothing. */
export const fillersThatAreNames: ReadonlySet<string> = new Set(["an", "do", "guy", "my", "so"]);

/** A line for each value: what is before the colon is known as what is behind it. */
function listed(lines: string): Record<string, string[]> {
  return Object.fromEntries(
    lines.trim().split("\n").map((line) => {
      const [value = "", others = ""] = line.split(": ");
      return [value, others.split(", ")];
    }),
  );
}
