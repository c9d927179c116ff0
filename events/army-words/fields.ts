import { listed } from "./listed.ts";

/** Branches with their specialties. An officer's specialty means the branch, others only find it. */
export const branchLines = listed(`
  Adjutant General: AG, AGC, HR, human resources, adj, adjutant, 42B; personnel, 42H, 42A [pam611]
  Air Defense Artillery: ADA, air defense, 14A; missile, missiles, patriot, 14E, 14T, combat arms [pam611]
  Armor: AR, armour, tank, tanks, tanker, tankers, cavalry, cav, calvary, 19A; abrams, bradley, scout, scouts, 19B, 19C, 19D, 19K, combat arms [pam611]
  Aviation: AV, avn, pilot, pilots, aviator, aviators, 15A; helicopter, helicopters, helo, helos, flight, flying, fly, flew, flown, flies, airline, airlines, airline pilot, commercial pilot,
    fixed wing, kiowa, lakota, dustoff, aircraft,
    flyer, rotary wing, black hawk, apache, chinook, AH-64, UH-60, CH-47, 15B, 15C, combat arms,
    flight school, flight training [pam611]
  Chemical Corps: CM, CBRN, chem, chem corps, chemical, 74A; CBRNE, NBC, hazmat, WMD, nuclear, biological, 74D, combat support [pam611]
  Corps of Engineers: EN, USACE, engineer, engineers, engr, engrs, eng, corps of eng, engineer branch, 12A; sapper, sappers, combat engineer, 12B, 21A, 21B, combat arms [pam611]
  Cyber Corps: CY, cyber, cybersecurity, cyber security, cyber warfare, cyber operations, cyber ops, 17A; cyberspace, pen tester, pentester,
    penetration tester, penetration testing, infosec, red team, hacker, hacking, EW, electronic warfare, 17B, 17C, 17D [pam611]
  Field Artillery: FA, artillery, artilleryman, arty, field arty, redleg, redlegs, 13A; fires, cannon, cannons, howitzer, rockets, HIMARS, 13B, 13F, combat arms [pam611]
  Finance: FI, finance corps, finance and comptroller, fin, 36A; financial, financial management, comptroller, banking, 36B, 44A, 45A [pam611]
  Infantry: IN, inf, infantryman, infantrymen, 11A; stryker, rifleman, grunt, grunts, mech, mechanized, light infantry, 11B, 11C, combat arms [pam611]
  Medical Services: medical; healthcare, medic, medics, AMEDD, 68W [pam611]
  Military Intelligence: MI, intel, mil intel, intelligence, 35A; HUMINT, SIGINT, GEOINT, OSINT, spy, spies, intelligence analyst, counterintelligence, all source, 35D, 35E, 35F, 35G, 35M, 35N, combat support [pam611]
  Military Police: MP, MPs, mil police, 31A; enforcement, police, corrections, CID, 31B, combat support, cop, cops, law enforcement [pam611]
  Ordnance: OD, ordinance, ammo, ammunition, ordnance corps, 91A; EOD, explosives, maintenance, mechanic, bomb tech, bomb squad, logistics, logistician, log, 89E, sustainment [pam611]
  Quartermaster: QM, QMC, quarter master, quartermaster corps, 92A; supply, supply sergeant, logistics, logistician, log, parachute rigger, mortuary affairs, rigger, fuel, 92Y, sustainment [pam611]
  Signal Corps: SC, sig, signal, signals, commo, comms, 25A; communications, radio, satcom, satellite, telecom, 25B, combat support [pam611]
  Transportation: TC, trans, transpo, transport, transporter, 88A; trucker, truck driver, watercraft, movement control, logistics, logistician, log, trucks, 88M, sustainment [pam611]
  Army Nurse Corps: AN, ANC, RN, nurse, nurses, nursing, nurse corps, army nurse, military nurse, 66H; healthcare, AMEDD, 66B, 66P, nursing school, NCLEX, BSN [pam611]
  Medical Service Corps: MSC, MS, med svc, med service, medical svc, 70B; healthcare, AMEDD, medevac, health administration, 67E, 67F, 67J, 70A, 70H, 70K, 71A, 72D, 73A [pam611]
  Medical Corps: MC, doctor, doctors, doc, docs, physician, physicians, army doctor, army doc, army physician, army surgeon, military doctor; surgeon,
    surgeons, MD, MCAT, residency, AMEDD, healthcare, 60A, 60W, 61F, 61H, 61J, 62A, 62B, HPSP, med school, medical school [pam611]
  Veterinary Corps: VC, vet corps, veterinarian, veterinarians, veterinary, 64A; vet school, animal, animals, AMEDD, 64B [pam611]
  Judge Advocate General: JAG, JAGs, JAGC, JA, judge advocate, judge advocates, lawyer, lawyers, attorney, attorneys, army lawyer, army attorney, military lawyer, military attorney, JAG Corps, 27A;
    prosecutor, prosecutors, trial lawyer, trial counsel, defense counsel, bar exam, litigation, legal, law, military justice, 27D, law school, FLEP, LSAT, court martial, courts martial, courtroom [pam611]
`);

export const rankLines = listed(`
  2LT: second lieutenant, second lieutenants, 2nd lieutenant, 2nd lieutenants, 2nd lt, 2d lt, 2d lieutenant, second lt,
    O1, O-1, O1E, O-1E, butter bar, butterbar, butter bars, butterbars; LT, LTs, lieutenant, lieutenants, company grade, junior officer, junior officers,
    officer, officers
  1LT: first lieutenant, first lieutenants, 1st lieutenant, 1st lieutenants, 1st lt, first lt, O2, O-2, O2E, O-2E; LT,
    LTs, lieutenant, lieutenants, company grade, junior officer, junior officers, officer, officers
  CPT: captain, captains, capt, cptn, O3, O-3, O3E, O-3E; company grade, junior officer, junior officers, officer, officers
  MAJ: major, majors, O4, O-4; field grade, senior officer, senior officers, officer, officers
  LTC: lieutenant colonel, lieutenant colonels, lt col, ltcol, lt colonel, light colonel, O5, O-5; colonel, colonels, field grade, senior officer, senior officers, officer, officers
  COL: colonel, colonels, full bird, bird colonel, full colonel, O6, O-6; field grade, senior officer, senior officers, officer, officers
  BG: brigadier general, brigadier generals, brigadier, brig gen, BGen, one star, one-star general, O7, O-7; general, generals, general officer, general officers, officer, officers
  MG: major general, major generals, maj gen, MGen, two star, two-star general, O8, O-8; general, generals, general officer, general officers, officer, officers
  LTG: lieutenant general, lieutenant generals, lt gen, LGen, three star, three-star general, O9, O-9; general, generals, general officer, general officers, officer, officers
  GEN: general, generals, four star, four-star general, O10, O-10; general officer, general officers, officer, officers
  CDT: cadet, cadets; MS1, MS2, MS3, MS4, MS I, MS II, MS III, MS IV, MSI, MSII, MSIII, MSIV
  WO1: warrant officer 1, warrant officer one, W1, W-1; warrant, warrants, warrant officer, warrant officers
  CW2: chief warrant officer 2, chief warrant officer two, CWO2, W2, W-2; warrant, warrants, warrant officer, warrant officers, chief warrant officer, chief
  CW3: chief warrant officer 3, chief warrant officer three, CWO3, W3, W-3; warrant, warrants, warrant officer, warrant officers, chief warrant officer, chief
  CW4: chief warrant officer 4, chief warrant officer four, CWO4, W4, W-4; warrant, warrants, warrant officer, warrant officers, chief warrant officer, chief
  CW5: chief warrant officer 5, chief warrant officer five, CWO5, W5, W-5; warrant, warrants, warrant officer, warrant officers, chief warrant officer, chief
  SGT: sergeant, sergeants, buck sergeant, E5, E-5; NCO, NCOs
  SSG: staff sergeant, staff sergeants, E6, E-6; sergeant, sergeants, NCO, NCOs
  SFC: sergeant first class, sergeants first class, E7, E-7; sergeant, sergeants, NCO, NCOs, senior NCO
  MSG: master sergeant, master sergeants; E8, E-8, sergeant, sergeants, NCO, NCOs, senior NCO
  1SG: first sergeant, first sergeants, 1st sergeant, 1st sgt; E8, E-8, sergeant, sergeants, NCO, NCOs, senior NCO
  SGM: sergeant major, sergeants major; E9, E-9, sergeant, sergeants, NCO, NCOs, senior NCO
  CSM: command sergeant major, command sergeants major; E9, E-9, sergeant, sergeants, sergeant major, NCO, NCOs, senior NCO
  CIV: civilian, civilians; DA civilian
`);

export const statusLines = listed(`
  Active Duty: AD, AC, RA, active, active component, regular army, regular, compo 1, COMPO1
  Army Reserve: USAR, reserve, reserves, reservist, reservists, TPU, compo 3, COMPO3; IRR, part time, drilling, troop program unit, drill, drill weekend, weekend drill, one weekend a month
  National Guard: ARNG, NG, guard, guardsman, guardsmen, army national guard, army guard, compo 2, COMPO2; part time, drilling, M-day, drill, drill weekend, weekend drill, one weekend a month
  Veteran: vet, vets, veterans, retired, ret, retiree, retirees, separated, discharged, former, ETS, ETSed, ETSd, got out; civilian
`);

export const topicLines = listed(`
  Branch Selection: branching, branch choice, choosing a branch; Talent Based Branching, Branch Detail, Branch of Choice ADSO, Career Satisfaction Program, accessions, choosing, branch interview, branch night
  BOLC Prep: BOLC, basic officer leader course, basic course; IBOLC, ABOLC, FABOLC, EBOLC, OBC
  OML Strategy: OML, order of merit, order of merit list; Distinguished Military Graduate, Army Fitness Test, merit, ranking, GPA
  Resume Review: resume, resumes, résumé, CV, CVs, curriculum vitae; cover letter
  Career Transition: transition, transitioning, civilian career; leaving, switching, civilian, ETS, SkillBridge,
    Transition Assistance Program, Hiring Our Heroes, Junior Military Officer Recruiting, Release from Active Duty, Unqualified Resignation,
    Expiration of Term of Service, second career, headhunter
  PCS Tips: PCS, PCSing, moving, move, relocation, relocating, permanent change of station; Personally Procured Move, Overseas Assignment, household goods, BAH, movers
  Interview Prep: interview, interviews, interviewing; preparation
  Networking: network, contacts; LinkedIn, connections
  Graduate School: grad school, graduate degree, masters, master's degree, MBA, PhD; GRADSO, Graduate School ADSO, ACS, advanced civil schooling, GI Bill, GMAT, GRE
  Security Clearance: clearance, clearances, TS/SCI, top secret, secret clearance; TS, SCI, Security Clearance Investigation, polygraph, background investigation, cleared
  Ranger School: ranger, rangers, ranger tab, tabbed, ranger course; RTB, Ranger Training Assessment Course, ranger assessment
  Airborne School: airborne, jump school, jump wings, basic airborne course; skydiving, parachute, paratrooper, paratroopers, jumping
  Captains Career Course: CCC, career course, captain's career course, captain career course; MCCC, FACCC, MICCC
  SFAS Prep: SFAS, special forces assessment and selection, SF selection, special forces selection; special forces, Special Forces Qualification Course, SF, green beret, green berets, selection
  ROTC Scholarship: scholarship, scholarships; Minuteman Scholarship, Contracting, stipend, tuition
  Active vs Reserve: component, compo, active or reserve, active or guard; Guaranteed Reserve Forces Duty,  Active Guard Reserve, Individual Ready Reserve, reserve contract
  Company Command: commanding, command time; commander, company commander, CO, battery command, troop command
  Battalion Staff: staff, staff officer, BN staff; S1, S2, S3, S4, S6, AS3
  Pentagon Assignment: pentagon, the pentagon, HQDA, DA staff
  Deployment Prep: deploy, deploying, deployed, deployment, deployments; combat
  Family Support: family, families, family life; spouse, spouses, kids, children, marriage, married, parent, parents, dual military, EFMP, FRG, SFRG, childcare, single parent, single mom, single mother, single dad, single father, dual army, daycare, day care, child care, babysitter,
    Tricare, Married Army Couples Program, Child Development Center, Military Spouse, Family Care Plan, Parental Leave, health insurance
  Financial Planning: finances, money, investing, budgeting, personal finance; Thrift Savings Plan, Blended Retirement System, Basic Allowance for Housing, retirement, BAH, VA loan, home buying, taxes, savings, mortgage
`);

export const roleLines = listed(`
  Cadet: cadets, ROTC cadet, ROTC cadets
  Cadre: ROTC cadre, ROTC staff, program staff, ROTC department, ROTC instructor, ROTC instructors; staff, instructor, instructors
`);
