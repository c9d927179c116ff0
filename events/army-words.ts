/**
 * The Army's words: what people call a branch, rank, duty status, topic, industry or job title. Search finds
 * profiles by them, and the import of a spreadsheet understands cells by them.
 *
 * A line is a value, then what else people call it. What several values of a field are called (a lieutenant)
 * finds all of them, and is no value in an import.
 *
 * @module
 */
/** By field of a profile; search knows a value by its words in whichever field it stands. */
export const knownAs = {
  armyBranch: listed(`
    Adjutant General: AG, HR, human resources, personnel, adj
    Air Defense Artillery: ADA, missile, patriot
    Armor: armour, tank, tanks, tanker, cavalry, cav, calvary, AR
    Aviation: AV, helicopter, helicopters, helo, pilot, aviator, flight, flying, avn
    Chemical Corps: CBRN, chem, nuclear, biological, CM
    Corps of Engineers: EN, USACE, engineer, engineers, sapper, sappers, engr, engrs, eng, corps of eng
    Cyber Corps: CY, cybersecurity, cyber security
    Field Artillery: FA, artillery, artilleryman, redleg, fires, cannon, arty, field arty
    Finance: FI, financial, comptroller, banking
    Infantry: infantryman, grunt, IN, inf, mech, mechanized
    Medical Services: medical, healthcare, medic
    Military Intelligence: MI, intel
    Military Police: MP, MPs, enforcement
    Ordnance: OD, ammo, ammunition, explosives, EOD, maintenance, ordinance
    Quartermaster: QM, supply, logistics, logistician, QMC
    Signal Corps: SC, signal, signals, comms, communications, commo, sig
    Transportation: TC, transport, logistics, logistician, trans, transpo
    Army Nurse Corps: nurse, nurses, nursing, RN, AN, ANC
    Medical Service Corps: MSC, healthcare, MS, med svc, med service, medical svc
    Medical Corps: MC, doctor, doctors, physician, physicians, surgeon
    Veterinary Corps: VC, veterinarian, veterinarians, animals
    Judge Advocate General: JAG, JAGC, lawyer, lawyers, legal, attorney, attorneys, law, JA
  `),
  helpTopics: listed(`
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
  `),
  rank: listed(`
    2LT: second lieutenant, 2nd lieutenant, LT, lieutenants, officer, officers, O1, O1E, 2nd lt, 2d lt, 2d lieutenant, second lt
    1LT: first lieutenant, 1st lieutenant, LT, lieutenants, officer, officers, O2, O2E, 1st lt, first lt
    CPT: captain, captains, capt, officer, officers, O3, O3E, cptn
    MAJ: major, majors, officer, officers, O4
    LTC: lieutenant colonel, lt col, ltcol, lt colonel, colonels, officer, officers, O5
    COL: colonel, colonels, officer, officers, O6
    BG: brigadier general, generals, officer, officers, O7, brig gen, BGen
    MG: major general, generals, officer, officers, O8, maj gen, MGen
    LTG: lieutenant general, generals, officer, officers, O9, lt gen, LGen
    GEN: general, generals, officer, officers, O10
    CDT: cadet, cadets
    WO1: warrant officer, W1
    CW2: chief warrant officer, W2, CWO2
    CW3: chief warrant officer, W3, CWO3
    CW4: chief warrant officer, W4, CWO4
    CW5: chief warrant officer, W5, CWO5
    SGT: sergeant, sergeants, NCO, E5
    SSG: staff sergeant, sergeants, NCO, E6
    SFC: sergeant first class, sergeants, NCO, E7
    MSG: master sergeant, sergeants, NCO, E8
    1SG: first sergeant, sergeants, NCO, 1st sergeant
    SGM: sergeant major, sergeants, NCO, E9
    CSM: command sergeant major, sergeants, NCO
    CIV: civilian
  `),
  dutyStatus: listed(`
    Active Duty: AD, RA, regular, AC, compo1
    Army Reserve: USAR, reserves, reservist, reservists, reserve, IRR, TPU, compo3
    National Guard: ARNG, NG, guard, guardsman, guardsmen, compo2
    Veteran: vet, vets, veterans, retired, ret, retiree, separated, discharged, former, ETS, ETSed, ETSd
  `),
  industry: listed(`
    Law: lawyer, lawyers, legal, attorney, attorneys
    Legal: lawyer, lawyers, law, attorney, attorneys
    Technology: tech, IT, software
    Information Technology: IT, tech, technology
    Healthcare: health, medical, medicine, health care
    Consulting: consultant, consultants
    Education: teaching, teacher, teachers
    Energy: oil, gas, utilities
    Real Estate: realtor, property
    Nonprofit: non-profit, charity
    Law Enforcement: police
  `),
  jobTitle: listed(`
    Attorney: lawyer, lawyers, legal
    Physician: doctor, doctors, medical
    Registered Nurse: RN, nurses, nursing
    Software Engineer: developer, programmer, coder, coding
    Chief Executive Officer: CEO
    Chief Financial Officer: CFO
    Chief Operating Officer: COO
    Chief Technology Officer: CTO
  `),
} as const satisfies Readonly<Record<string, NamesByValue>>;

export type NamesByValue = Readonly<Record<string, readonly string[]>>;

/** Branches by the first two digits of an officer's specialty: 12A is an engineer. */
export const branchOfSpecialty: ReadonlyMap<string, string> = new Map(
  Object.entries(listed(`
    Infantry: 11
    Corps of Engineers: 12
    Field Artillery: 13
    Air Defense Artillery: 14
    Aviation: 15
    Cyber Corps: 17
    Armor: 19
    Signal Corps: 25
    Judge Advocate General: 27
    Military Police: 31
    Military Intelligence: 35
    Finance: 36
    Adjutant General: 42
    Medical Corps: 60, 61, 62
    Veterinary Corps: 64
    Army Nurse Corps: 66
    Medical Service Corps: 70
    Chemical Corps: 74
    Transportation: 88
    Ordnance: 91
    Quartermaster: 92
  `)).flatMap(([branch, codes]) => codes.map((code) => [code, branch])),
);

function listed(lines: string): Record<string, string[]> {
  return Object.fromEntries(
    lines.trim().split("\n").map((line) => {
      const [value = "", others = ""] = line.trim().split(": ");
      return [value, others.split(", ")];
    }),
  );
}
