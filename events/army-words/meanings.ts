import { type Line, listed } from "./listed.ts";

const basicPositionLines = listed(`
  Platoon Leader: PL, plt ldr, plt leader, platoon ldr, platoon lead, led a platoon, leading a platoon [ar310]
  Executive Officer: XO, exec, exec officer, executive ofc; second in command, 2IC [ar310]
  Company Commander: CO, company cdr, co cdr, commanding officer, commanded a company, company command; commander, CDR [ar310]
  Battery Commander: battery cdr, commanded a battery, battery command; BC, commander, company commander, company command
  Troop Commander: commanded a troop, troop command; commander, company commander, company command
  Detachment Commander: detachment cdr, det cdr; commander, company commander, team leader
  Rear Detachment Commander: rear detachment, rear D; commander, detachment commander
  Battalion Commander: BN CDR, bn commander, battalion cdr, commanded a battalion, battalion command; BC, commander
  Squadron Commander: commanded a squadron, squadron command; commander, battalion commander, battalion command
  Brigade Commander: BDE CDR, bde commander, brigade cdr, commanded a brigade, brigade command; commander
  Commanding General: CG; commander
  Deputy Commanding General: DCG
  Deputy Commander: DCO, deputy commanding officer; commander
  Chief of Staff: deputy chief of staff
  Aide-de-Camp: ADC, general's aide, aide to a general, aide
  First Sergeant: 1SG, 1st sergeant, 1st sgt, first shirt; sergeant, NCO [ar310]
  Command Sergeant Major: CSM; sergeant major, NCO [ar310]
  Operations Sergeant: ops sergeant, operations NCO, ops NCO; NCO, sergeant
  Platoon Sergeant: PSG, plt sgt, platoon sgt, plt sergeant, platoon daddy, platoon dad; sergeant, NCO [ar310]
  Squad Leader: SL, squad ldr [ar310]
  Section Leader: section ldr, section chief
  Team Leader: TL, fire team leader, team ldr
  Officer in Charge: OIC [ar310]
  Noncommissioned Officer in Charge: NCOIC, NCO in charge; NCO [ar310]
  S1: S-1; personnel, adjutant [fm60]
  S2: S-2; intelligence, intel [fm60]
  S3: S-3; operations officer, ops officer [fm60]
  S4: S-4; logistics, supply [fm60]
  S5: S-5; planner [fm60]
  S6: S-6; signal, communications [fm60]
  S7: S-7; information operations [fm60]
  S8: S-8; resource management [fm60]
  S9: S-9; civil affairs [fm60]
  Assistant S1: AS1, assistant S-1; S1 [fm60]
  Assistant S2: AS2, assistant S-2; S2 [fm60]
  Assistant S3: AS3, assistant S-3, A/S3; S3 [fm60]
  Assistant S4: AS4, assistant S-4; S4 [fm60]
  Assistant S6: AS6, assistant S-6; S6 [fm60]
  G1: G-1; general staff, division staff [fm60]
  G2: G-2; general staff, division staff [fm60]
  G3: G-3; general staff, division staff [fm60]
  G4: G-4; general staff, division staff [fm60]
  G5: G-5; general staff, division staff [fm60]
  G6: G-6; general staff, division staff [fm60]
  G7: G-7; general staff, division staff [fm60]
  G8: G-8; general staff, division staff [fm60]
  G9: G-9; general staff, division staff [fm60]
  J3: J-3; joint staff [fm60]
  Staff Officer: staff officers; battalion staff, brigade staff, division staff, staff
  Battle Captain: BTL CPT, battle major, battle NCO
  Fire Support Officer: FSO, fire support, company fire support officer; FIST, forward observer [ar310]
  Fire Direction Officer: FDO, fire direction, fire direction center; FDC [ar310]
  Forward Observer: FO; fire support, JFO
  Battalion Maintenance Officer: BMO, squadron maintenance officer; maintenance [ar310]
  Battalion Motor Officer: motor officer; BMO, maintenance
  Support Operations Officer: SPO, support operations; logistics
  Maintenance Control Officer: MCO, shop officer; maintenance
  Chemical Officer: CHEMO, CBRN officer; CBRN
  Electronic Warfare Officer: EWO; EW, electronic warfare
  Chief of Operations: CHOPS; operations officer, S3, G3
  Property Book Officer: PBO; property
  Scout Platoon Leader: scout PL, scout plt ldr; platoon leader, PL
  Mortar Platoon Leader: mortar PL; platoon leader, PL
  Flight Platoon Leader: flight lead; platoon leader, PL
  Pilot in Command: PIC; pilot, aviator
  Instructor Pilot: standardization pilot; IP, pilot, aviator
  Maintenance Test Pilot: MTP; pilot, aviator
  Tank Commander: TC; tanker
  Observer Coach Trainer: OC/T, OCT, observer controller; OC, CTC
  Liaison Officer: LNO, liaison [ar310]
  Small Group Leader: SGL, small group instructor; instructor
  Drill Sergeant: drill sergeants, drill instructor; DS, basic training
  Tactical Officer: TAC, TAC officer [usma]
  Professor of Military Science: PMS; ROTC battalion commander [cc]
  Assistant Professor of Military Science: APMS; ROTC instructor [cc]
  Senior Military Science Instructor: SMSI; ROTC instructor [cc]
  Recruiting Operations Officer: ROO; recruiter, recruiting, scholarship officer [cc]
  Brigade Nurse Counselor: BNC, nurse counselor; nurse, nursing [cc]
  Gold Bar Recruiter: GBR, gold bar, gold bars; recruiter, recruiting [cc]
  Recruiting Company Commander: ; recruiter, recruiting, company commander
  Recruiter: recruiters, recruiting duty, recruiting; USAREC
  Public Affairs Officer: PAO; public affairs, media relations [ar310]
  Inspector General: IG [ar310]
  Staff Judge Advocate: SJA; JAG, lawyer, attorney [ar310]
  Brigade Judge Advocate: BJA, command judge advocate; JAG, lawyer, attorney
  Trial Counsel: military prosecutor; JAG, lawyer, attorney, prosecutor
  Trial Defense Service: TDS, defense counsel; JAG, lawyer, attorney
  Battalion Surgeon: brigade surgeon, flight surgeon; doctor, physician
  Medical Platoon Leader: medical PL; platoon leader, PL
  Equal Opportunity Advisor: EOA, equal opportunity; EO
  Contracting Officer: KO; contracting, acquisition
  Operational Planner: ; planner
  White House Fellow: ; fellowship
  Congressional Fellow: ; fellowship, congress
`);

/** Staff sections and seconds in command by their names in each echelon: "BN S3", "company XO". */
const inEchelons: Readonly<Record<string, readonly string[]>> = {
  "Executive Officer": ["XO", "exec"],
  "S1": ["S-1", "personnel officer", "adjutant", "HR officer"],
  "S2": ["S-2", "intelligence officer", "intel officer"],
  "S3": ["S-3", "operations officer", "ops officer"],
  "S4": ["S-4", "logistics officer", "supply officer"],
  "S6": ["S-6", "signal officer", "communications officer", "commo officer"],
};

const echelons: Readonly<Record<string, string | undefined>> = {
  ...{ Company: "Co", Battery: "Btry", Troop: undefined, Battalion: "BN", Squadron: "SQDN" },
  Brigade: "BDE",
};

export const positionLines: readonly Line[] = [
  ...basicPositionLines,
  ...Object.entries(echelons).flatMap(([echelon, short]) =>
    Object.entries(inEchelons).map(([position, names]): Line => {
      const forms = [position, ...names].flatMap((name) => [
        `${echelon} ${name}`,
        ...short === undefined ? [] : [`${short} ${name}`],
      ]);
      const [value = "", ...others] = forms;
      const loose = [position, ...names.slice(0, 1)];
      return { value, names: others, loose, source: undefined };
    })
  ),
];

export const unitLines = listed(`
  Platoon: PLT
  Headquarters: HQ
  Battalion: BN
  Squadron: SQDN; battalion
  Brigade: BDE
  Regiment: RGT, REGT
  Division: DIV
  Brigade Combat Team: BCT, IBCT, SBCT, ABCT, MBCT, stryker brigade, mobile brigade; brigade
  Combat Aviation Brigade: CAB; brigade
  Brigade Support Battalion: BSB; logistics
  Brigade Engineer Battalion: BEB; engineer
  Combat Sustainment Support Battalion: CSSB; logistics [ar310]
  Expeditionary Sustainment Command: ; logistics
  Division Artillery: DIVARTY; artillery [ar310]
  Multi-Domain Task Force: MDTF
  Forward Support Company: FSC; logistics
  Headquarters and Headquarters Company: HHC, HHB, HHT, HSC, headquarters company; headquarters
  Special Troops Battalion: STB, BSTB
  Security Force Assistance Brigade: SFAB; advisor, advise and assist
  Special Forces Group: SFG; special forces, SF
  75th Ranger Regiment: ranger regiment, ranger battalion, ranger batt, 75th ranger, 75th, 1/75, 2/75, 3/75; ranger, Ranger School
  160th Special Operations Aviation Regiment: 160th SOAR, 160th, SOAR, night stalkers, night stalker; special operations
  1st Cavalry Division: 1CD, 1st cav, 1st cav div, first team
  1st Infantry Division: 1ID, 1st ID, big red one
  1st Armored Division: 1AD, 1st AD, old ironsides
  2nd Infantry Division: 2ID, 2nd ID, 2d infantry division, indianhead
  3rd Infantry Division: 3ID, 3rd ID, 3d infantry division, rock of the marne
  4th Infantry Division: 4ID, 4th ID, ivy division
  7th Infantry Division: 7ID, 7th ID
  10th Mountain Division: 10MTN, 10th mountain, 10th mtn
  11th Airborne Division: 11th airborne, arctic angels
  25th Infantry Division: 25ID, 25th ID, tropic lightning
  28th Infantry Division: 28ID, 28th ID, keystone division
  29th Infantry Division: 29ID, 29th ID, blue and gray division
  34th Infantry Division: 34ID, 34th ID, red bulls, red bull division [guard]
  35th Infantry Division: 35ID, 35th ID, santa fe division
  36th Infantry Division: 36ID, 36th ID
  38th Infantry Division: 38ID, 38th ID, cyclone division [guard]
  40th Infantry Division: 40ID, 40th ID, sunburst division
  42nd Infantry Division: 42ID, 42nd ID, rainbow division
  82nd Airborne Division: 82nd, 82nd airborne, 82nd ABN, 82d airborne division
  101st Airborne Division: 101st, 101st airborne, 101st ABN, screaming eagles
  I Corps: 1st corps, first corps
  III Armored Corps: III Corps, 3rd corps, third corps, phantom corps
  V Corps: 5th corps, fifth corps, victory corps
  XVIII Airborne Corps: 18th airborne corps
  173rd Airborne Brigade: 173rd, 173rd airborne, sky soldiers
  2nd Cavalry Regiment: 2CR, 2nd cav regiment
  3rd Cavalry Regiment: 3CR, 3rd cav regiment
  11th Armored Cavalry Regiment: 11ACR, blackhorse
  3rd Infantry Regiment: the old guard, old guard
  Army Special Operations Command: USASOC; special operations
  Special Operations Command: SOCOM, USSOCOM; special operations
  Joint Special Operations Command: JSOC; special operations
  Central Command: CENTCOM
  European Command: EUCOM
  Africa Command: AFRICOM
  Indo-Pacific Command: INDOPACOM, PACOM
  Northern Command: NORTHCOM
  Southern Command: SOUTHCOM
  Space Command: SPACECOM, USSPACECOM
  Strategic Command: STRATCOM, USSTRATCOM
  Cyber Command: CYBERCOM, USCYBERCOM; cyber
  Transportation Command: TRANSCOM
  Army Cyber Command: ARCYBER
  Army Cadet Command: USACC, cadet command [cc]
  Army Recruiting Command: USAREC
  Human Resources Command: HRC; branch manager
  Training and Doctrine Command: TRADOC; T2COM [merged]
  Forces Command: FORSCOM; USAWHC [merged]
  Transformation and Training Command: T2COM; TRADOC, AFC, Army Futures Command [merged]
  Western Hemisphere Command: USAWHC; FORSCOM, ARNORTH, ARSOUTH [merged]
  Army North: ARNORTH; USAWHC [merged]
  Army South: ARSOUTH; USAWHC [merged]
  Army Central: ARCENT [wiki]
  Army Pacific: USARPAC [wiki]
  Army Europe and Africa: USAREUR, USAREUR-AF, army europe [wiki]
  Army Medical Command: MEDCOM [wiki]
  Army Space and Missile Defense Command: SMDC, USASMDC [wiki]
  Army Test and Evaluation Command: ATEC [wiki]
  Installation Management Command: IMCOM [ar310]
  National Guard Bureau: NGB [wiki]
  Defense Intelligence Agency: ; intelligence
  National Security Agency: NSA; intelligence, cyber
  Army Materiel Command: AMC
  Army Futures Command: AFC; T2COM [merged]
  Criminal Investigation Division: CID
  Intelligence and Security Command: INSCOM
  Joint Readiness Training Center: JRTC; CTC [ctc]
  National Training Center: NTC; CTC [ctc]
  Joint Multinational Readiness Center: JMRC; CTC [ctc]
  Combat Training Center: CTC [ctc]
`);

/** Schools, courses and badges, except those that are help topics, such as Ranger School. */
export const schoolLines = listed(`
  Basic Officer Leader Course: BOLC, BOLC B, basic officer leaders course, basic officer leadership course; OBC, officer basic course, basic course [bolc]
  Infantry Basic Officer Leader Course: IBOLC, infantry BOLC, IOBC; BOLC, basic officer leader course [bolc]
  Armor Basic Officer Leader Course: ABOLC, armor BOLC, AOBC; BOLC, basic officer leader course [bolc]
  Field Artillery Basic Officer Leader Course: FABOLC, FA BOLC, artillery BOLC; BOLC, basic officer leader course [bolc]
  Air Defense Artillery Basic Officer Leader Course: ADABOLC, ADA BOLC, air defense BOLC; BOLC, basic officer leader course [bolc]
  Engineer Basic Officer Leader Course: EBOLC, engineer BOLC, EN BOLC; BOLC, basic officer leader course [bolc]
  Signal Basic Officer Leader Course: SBOLC, signal BOLC; BOLC, basic officer leader course [bolc]
  Cyber Basic Officer Leader Course: CyBOLC, cyber BOLC; BOLC, basic officer leader course [bolc]
  Military Intelligence Basic Officer Leader Course: MIBOLC, MI BOLC, intel BOLC; BOLC, basic officer leader course [bolc]
  Military Police Basic Officer Leader Course: MPBOLC, MP BOLC; BOLC, basic officer leader course [bolc]
  CBRN Basic Officer Leader Course: CBOLC, CBRN BOLC, CBRNBOLC, chemical BOLC; BOLC, basic officer leader course [bolc]
  Adjutant General Basic Officer Leader Course: AGBOLC, AG BOLC; BOLC, basic officer leader course [bolc]
  Finance Basic Officer Leader Course: FBOLC, FIBOLC, FMBOLC, finance BOLC; BOLC, basic officer leader course [bolc]
  Logistics Basic Officer Leader Course: LOGBOLC, LOG BOLC, LBOLC, logistics BOLC; BOLC, basic officer leader course [bolc]
  Quartermaster Basic Officer Leader Course: QMBOLC, QM BOLC, QBOLC; BOLC, basic officer leader course [bolc]
  Transportation Basic Officer Leader Course: TBOLC, TC BOLC, TCBOLC; BOLC, basic officer leader course [bolc]
  Ordnance Basic Officer Leader Course: OBOLC, OD BOLC, ODBOLC; BOLC, basic officer leader course [bolc]
  AMEDD Basic Officer Leader Course: AMEDD BOLC, medical BOLC, MSC BOLC, AMEDD officer basic; BOLC, basic officer leader course, OBLC [bolc]
  Aviation Basic Officer Leader Course: AVBOLC, aviation BOLC; BOLC, basic officer leader course, flight school [bolc]
  Judge Advocate Officer Basic Course: JAOBC; BOLC [bolc]
  Chaplain Basic Officer Leader Course: CHBOLC, chaplain BOLC; BOLC, basic officer leader course
  Direct Commission Course: DCC, direct commission
  Maneuver Captains Career Course: MCCC, MC3, maneuver captain's career course; CCC, captains career course [ccc]
  Field Artillery Captains Career Course: FACCC; CCC, captains career course [ccc]
  Air Defense Artillery Captains Career Course: ADACCC, ADA CCC; CCC, captains career course [ccc]
  Engineer Captains Career Course: ECCC, engineer CCC; CCC, captains career course [ccc]
  Aviation Captains Career Course: AVCCC, AVC3, aviation CCC; CCC, captains career course [ccc]
  Military Intelligence Captains Career Course: MICCC, MI CCC; CCC, captains career course [ccc]
  Military Police Captains Career Course: MPCCC, MP CCC; CCC, captains career course [ccc]
  CBRN Captains Career Course: CBRNCCC, CBRN CCC, chemical CCC; CCC, captains career course [ccc]
  Signal Captains Career Course: SCCC, signal CCC; CCC, captains career course [ccc]
  Cyber Captains Career Course: CYCCC, cyber CCC; CCC, captains career course [ccc]
  Logistics Captains Career Course: LOGC3, LOG C3, LCCC, CLC3; CCC, captains career course [ccc]
  Adjutant General Captains Career Course: AGCCC, AG CCC; CCC, captains career course [ccc]
  Finance Captains Career Course: FMCCC, finance CCC; CCC, captains career course [ccc]
  AMEDD Captains Career Course: AMEDD CCC, AMEDDCCC; CCC, captains career course [ccc]
  Judge Advocate Officer Graduate Course: JAOGC, JAG graduate course; CCC
  Command and General Staff College: CGSC, CGSOC, ILE, intermediate level education, command and general staff officers course, staff college [pam600]
  School of Advanced Military Studies: SAMS, advanced military studies program, AMSP [pam600]
  Army War College: USAWC, war college; SSC, senior service college [pam600]
  Naval Postgraduate School: NPS; grad school, graduate school
  Joint Professional Military Education: JPME
  Pre-Command Course: PCC, company commander first sergeant pre-command course, CCFSPCC, company commander first sergeant course; commander
  Air Assault School: air assault, AASLT, air assault badge, air assault wings
  Pathfinder School: pathfinder, pathfinder badge, pathfinder course
  Jumpmaster School: jumpmaster, JM, jump master, JMPI, jumpmaster course; airborne, Airborne School
  Rappel Master Course: rappel master, rappelmaster
  Sapper Leader Course: sapper, sapper school, sapper tab; SLC [sapper]
  Military Free Fall: MFF, HALO, HAHO, free fall, freefall, military freefall; parachute, Airborne School [swcs]
  Combat Diver Qualification Course: CDQC, SFCDQC, combat diver, dive school, combat diver school, special forces underwater operations school; scuba [swcs]
  Survival, Evasion, Resistance and Escape: SERE, SERE school, SERE-C, SERE level C, survival school; SFAS Prep, survival [swcs]
  Special Forces Assessment and Selection: SFAS, SF selection; special forces, SF, selection [swcs]
  Special Forces Qualification Course: SFQC, Q course, qualification course; special forces, SF, robin sage [swcs]
  Ranger Assessment and Selection Program: RASP, RASP 1, RASP 2; ranger regiment, Ranger School [ranger]
  Ranger Training Assessment Course: RTAC, pre-ranger; ranger school [ranger]
  Reconnaissance and Surveillance Leaders Course: RSLC, recon and surveillance leaders course
  Army Reconnaissance Course: ARC
  Cavalry Leaders Course: cavalry leader's course; CLC
  Scout Leaders Course:
  Bradley Leader Course: bradley leaders course; BLC
  Stryker Leader Course: stryker leaders course; SLC
  Tank Commander Certification Course:
  Infantry Mortar Leader Course: IMLC, infantry mortar leaders course
  Master Gunner: master gunner course, mike golf; gunnery
  Sniper School: sniper course, sniper
  Army Mountain Warfare School: AMWS, mountain warfare school, mountain warfare, military mountaineer, basic military mountaineer course, BMMC; mountaineering, ram's head
  Northern Warfare Training Center: NWTC, northern warfare, northern warfare training, cold weather leaders course; cold weather, CWLC
  Jungle Operations Training Course: JOTC, jungle school, lightning academy; jungle
  Joint Firepower Course: JFC; joint fires
  Joint Fires Observer: JFO; forward observer
  Joint Terminal Attack Controller: JTAC; close air support
  Civil Affairs Assessment and Selection: CAAS; civil affairs, selection
  Unit Movement Officer: UMO
  Defense Language Institute: DLI, DLIFLC, language school; linguist
  Flight School: initial entry rotary wing, IERW, flight training, army flight school, helicopter school; pilot, aviator
  Officer Candidate School: OCS
  Warrant Officer Candidate School: WOCS; warrant officer
  Basic Combat Training: basic training, boot camp; BCT
  Advanced Individual Training: AIT
  One Station Unit Training: OSUT; basic training
  Basic Leader Course: PLDC, WLC, warrior leader course; BLC
  Advanced Leader Course: ALC, BNCOC
  Senior Leader Course: ANCOC; SLC
  Master Leader Course: MLC
  Sergeants Major Academy: USASMA, SGM academy
  Battle Staff Course: battle staff, battle staff NCO course
  Master Fitness Trainer: MFT
  Master Resilience Trainer: MRT; resilience
  Tactical Combat Casualty Care: TCCC, combat lifesaver, CLS
  Expert Infantryman Badge: EIB
  Expert Soldier Badge: ESB
  Expert Field Medical Badge: EFMB
  Combat Infantryman Badge: CIB
  Combat Action Badge: combat action
  Combat Medical Badge: CMB
  German Armed Forces Proficiency Badge: GAFPB, german badge
  Norwegian Foot March: norwegian ruck march, norwegian ruck; foot march
  Combatives: MACP level 1, modern army combatives
`);

/** Programs, contracts, papers and money. */
export const programLines = listed(`
  Funded Legal Education Program: FLEP, funded legal education; law school, paid law school [flep]
  Educational Delay: ed delay, education delay, educational delay program; law school, grad school, medical school, med school, Graduate School [cc]
  Health Professions Scholarship Program: HPSP, health professions scholarship; medical school, med school, dental school [hpsp]
  Uniformed Services University: USU, USUHS, uniformed services university of the health sciences; medical school, med school [hpsp]
  Interservice Physician Assistant Program: IPAP, PA school; physician assistant
  Advanced Civil Schooling: ACS, advanced civil school; grad school, graduate school, paid degree [pam600]
  Graduate School ADSO: GRADSO, grad school ADSO, graduate school option, graduate school for service; grad school, graduate school, career satisfaction program [csp]
  Branch of Choice ADSO: BRADSO, branch ADSO, branch of choice, branch for service; ADSO, career satisfaction program, Branch Selection [csp]
  Post of Choice ADSO: PADSO, post of choice, post ADSO; ADSO, duty station, career satisfaction program [csp]
  Career Satisfaction Program: officer career satisfaction program, OCSP; BRADSO, GRADSO, PADSO [csp]
  Active Duty Service Obligation: ADSO, service obligation, service commitment; commitment, owe the army [csp]
  Military Service Obligation: MSO, eight year obligation; commitment, owe the army [csp]
  Order of Merit List: OML, order of merit, national OML; ranking, order of merit score, OMS [cc]
  Cadet Summer Training: CST, cadet command summer training; OML Strategy, advanced camp, camp, summer training, LDAC [cc]
  Advanced Camp: advance camp, CST advanced camp; OML Strategy, LDAC, CST, camp, summer training [cc]
  Leader Development and Assessment Course: LDAC, warrior forge, operation warrior forge; advanced camp, CST, camp, OML Strategy [cc]
  Basic Camp: leader's training course, leaders training course; camp, CIET, CST, OML Strategy [cc]
  Cadet Troop Leader Training: CTLT, cadet troop leadership training; summer training, shadow, OML Strategy [cc]
  Cadet Professional Development Training: CPDT, cadet advanced individual training, CAIT; CTLT, cadet internship, summer training [cc]
  Drill Cadet Leader Training: DCLT; CTLT, summer training [cc]
  Cultural Understanding and Language Proficiency: CULP; summer training, abroad [cc]
  Project Global Officer: Project GO; abroad [cc]
  Nurse Summer Training Program: NSTP; summer training [cc]
  Ranger Challenge: ranger challenge team; OML Strategy [cc]
  Sandhurst: Sandhurst competition [cc]
  Contracting: contracted, contracting ceremony, ROTC contract; contract, ROTC Scholarship [cc]
  Simultaneous Membership Program: SMP, SMP cadet, simultaneous membership; drilling cadet, Active vs Reserve [grfd]
  Guaranteed Reserve Forces Duty: GRFD, GRB, guaranteed reserve, reserve forces duty, guard contract, reserve contract, GRFD contract, GRB contract; minuteman, Active vs Reserve [grfd]
  Dedicated Army National Guard Scholarship: DEDARNG, DED ARNG, DEDNG, ded guard, dedicated guard scholarship; guard contract, scholarship [grfd]
  Minuteman Scholarship: minuteman; scholarship [grfd]
  Three-Year Advanced Designee Scholarship: 3AD, three-year advance designee, three year advanced designee; scholarship [grfd]
  Green to Gold: G2G, green 2 gold, enlisted to officer; active duty option, enlisted, prior enlisted, ROTC Scholarship [g2g]
  Active Duty Option: green to gold active duty option, G2G ADO; green to gold, ADO [g2g]
  Prior Enlisted: prior service, former enlisted, mustang, was enlisted; enlisted, ROTC Scholarship
  Early Commissioning Program: ECP; military junior college, MJC [cc]
  Military Junior College: MJC; ECP [cc]
  Distinguished Military Graduate: DMG, distinguished military student, DMS; OML [cc]
  Talent Based Branching: TBB, branching interviews; branch selection, branch interview [cc]
  Branch Detail: branch detailed, branch detail program; Branch Selection [pam600]
  Voluntary Transfer Incentive Program: VTIP, volunteer transfer incentive program, branch transfer, functional area transfer, switch branches, change branches; functional area [pam600]
  Commissioning: commission, commissioning ceremony, commissioned; gold bars, first salute
  Department of Defense Medical Examination Review Board: DODMERB, medical exam, commissioning physical; medical waiver, physical [dodmerb]
  Medical Waiver: waiver, waivers; DODMERB, color blind, color blindness, asthma [dodmerb]
  Flight Physical: class 1A flight physical, flight phys, 1A flight physical; eyesight, vision, PRK, LASIK
  Military Entrance Processing Station: MEPS; physical, medical exam [ar310]
  Armed Services Vocational Aptitude Battery: ASVAB [ar310]
  Selection Instrument for Flight Training: SIFT, SIFT test, flight aptitude test; pilot
  Army Fitness Test: AFT, ACFT, APFT, army combat fitness test, PT test, fitness test; PT, fitness, OML Strategy
  Army Body Composition Program: ABCP, height and weight, height/weight, HT/WT, tape test; overweight
  Expiration of Term of Service: ETS, expiration term of service, ETSing, end of service, estimated time of separation; REFRAD, Career Transition [ar310]
  Release from Active Duty: REFRAD, release from active duty order; ETS, getting out, resign [pam600]
  Unqualified Resignation: UQR, resignation, resign my commission; getting out, REFRAD
  DD Form 214: DD214, DD-214
  Individual Ready Reserve: IRR, inactive ready reserve; inactive reserve, Active vs Reserve [ar310]
  Troop Program Unit: TPU; drilling [ar310]
  Selected Reserve: SELRES
  Individual Mobilization Augmentee: IMA [ar310]
  Active Guard Reserve: AGR, active guard and reserve, full time guard; full time, Active vs Reserve [ar310]
  Military Technician: mil tech, miltech, dual-status technician, federal technician; full time
  Active Duty for Operational Support: ADOS, ADOS tour; orders [ar310]
  SkillBridge: DoD SkillBridge, skill bridge, career skills program, CSP internship; internship, transition, getting out, Career Transition [skillbridge]
  Hiring Our Heroes: HOH, corporate fellowship program; fellowship, internship, transition, Career Transition
  Transition Assistance Program: TAP, SFL-TAP, soldier for life, ACAP, army career and alumni program; transition, getting out [skillbridge]
  Junior Military Officer Recruiting: JMO, junior military officer, JMO recruiting, JMO headhunter; headhunter, getting out, Career Transition
  Military Retirement: twenty years, 20 year letter, retirement pension; retirement, pension, BRS
  Medical Evaluation Board: MEB, IDES, med board, medical board, medically retired; disability
  VA Disability: VA claim, VA claims, disability rating, VA rating, veterans benefits; disability
  VA Loan: VA home loan, VA mortgage; home buying, mortgage, Financial Planning
  Home Buying: buying a house, buy a house, buying a home, buy a home, buying a first home, home loan; VA loan, VA home loan, mortgage, real estate, Financial Planning
  GI Bill: post-9/11 GI bill, montgomery GI bill, yellow ribbon; education benefits, tuition, Graduate School
  Tuition Assistance: army tuition assistance, federal tuition assistance; TA, tuition
  Student Loan Repayment Program: SLRP, loan repayment; student loans
  Thrift Savings Plan: TSP; retirement, investing, Financial Planning
  Blended Retirement System: BRS; retirement, pension, Financial Planning
  Officer Evaluation Report: OER, evaluation report, OER support form, officer evaluations [ar310]
  Integrated Personnel and Pay System: IPPS-A, IPPSA; pay
  Army Talent Alignment Process: ATAP, AIM 2, AIM2, AIM marketplace, talent marketplace, assignment marketplace; marketplace, assignments [pam600]
  Soldier Talent Profile: STP, officer record brief, ORB [ar310]
  Permanent Change of Station: PCS, PCS move, PCSing; moving, move, relocation, PCS Tips [ar310]
  Temporary Duty: TDY, temporary duty travel [ar310]
  Temporary Change of Station: TCS [ar310]
  Basic Allowance for Housing: BAH, housing allowance; housing [ar310]
  Basic Allowance for Subsistence: BAS; pay [ar310]
  Cost of Living Allowance: COLA; pay
  Personally Procured Move: PPM, DITY, DITY move, do it yourself move; PCS, moving
  Overseas Assignment: OCONUS, overseas tour, overseas; PCS Tips
  Short Tour: unaccompanied tour, hardship tour, dependent restricted; unaccompanied
  Promotion Board: promotion boards, promoted to major, selection board; promotion, BZ, below the zone
  Command Assessment Program: BCAP, battalion commander assessment program; battalion command
  Key Developmental: KD time, KD, key developmental time, key developmental assignment [pam600]
  Broadening Assignment: broadening, broadening opportunities, broadening program; fellowship [pam600]
  Training with Industry: TWI; fellowship, industry [pam600]
  Rhodes Scholarship: rhodes scholar; fellowship, grad school
  Security Clearance Investigation: SF86, SF-86, eQIP, e-QIP, eApp, background investigation; clearance
  Uniform Code of Military Justice: UCMJ, military justice, court martial, courts martial, article 15; JAG, lawyer
  Warrant Officer Flight Training: WOFT, street to seat; pilot
  Project Management Professional: PMP, PMP cert; project management, program management, project manager, program manager
  Lean Six Sigma: six sigma, LSS, green belt, black belt; lean, process improvement, quality
  Certified Public Accountant: CPA; accounting, accountant, controller
  Chartered Financial Analyst: CFA; financial analyst, investing, valuation, finance
  CISSP: ; cybersecurity, cyber security, security engineer
  Security Plus: sec plus, CompTIA; cybersecurity, cyber security, IT
  Python: ; programming, programmer, coding
  Java: JavaScript, TypeScript; programming, programmer, coding
  SQL: ; data, programming, software
  Amazon Web Services: AWS, Azure; cloud, cloud architect
  Artificial Intelligence: AI, machine learning, ML; data science, data, software
  Medical School: med school, medical school applications, med school applications, MCAT; HPSP
  Law School: law school applications, LSAT; FLEP
  Case Interviews: case interview, case prep, case interview practice, case interview prep, consulting interview; consulting
  West Point: USMA, United States Military Academy, military academy; academy
`);

export const familyLines = listed(`
  Exceptional Family Member Program: EFMP, exceptional family member, special needs family; special needs, autism, family support [efmp]
  Married Army Couples Program: MACP, joint domicile, dual military, dual mil, dual army, dual-military couple, mil to mil; married, spouse, family support [macp]
  Military Spouse: milspouse, mil spouse, army spouse, army wife, army husband, military wife; spouse, spouses, family support, spouse employment
  PCS with Spouse: PCS with a spouse, moving with a spouse, PCS with family, PCS with kids, moving with kids; spouse, family support, PCS
  Children: kids, kid, child, son, sons, daughter, daughters, toddler, toddlers, newborn; family support
  Single Parent: single parents, single mom, single mother, single dad, single father, solo parent; parent, family care plan, family support
  Family Care Plan: FCP; single parent, dual military
  Parental Leave: maternity leave, paternity leave, convalescent leave; pregnancy, pregnant, parent, family support
  Soldier and Family Readiness Group: SFRG, FRG, family readiness group, family readiness; family support, spouse
  Army Community Service: ACS center, soldier and family readiness center, SFRC; family support, ACS [efmp]
  Child Development Center: CDC, child care, childcare, daycare, day care; kids, family support
  Child and Youth Services: CYS; kids, childcare
  Command Sponsorship: command sponsored, accompanied tour; overseas, family, PCS Tips
  Geographic Bachelor: geobach, geo bachelor; long distance, family
  Compassionate Reassignment: compassionate assignment; family
  Tricare: military health insurance; health insurance
  Defense Enrollment Eligibility Reporting System: DEERS; ID card [ar310]
  Homeschooling: homeschool, homeschooled; kids, education
`);

/** Functional areas, and branches that no one is commissioned into. */
export const specialtyLines = listed(`
  Apache: apaches, AH-64, AH64, apache pilot, attack helicopter
  Black Hawk: UH-60, UH60, black hawk pilot, blackhawk pilot, HH-60
  Chinook: CH-47, CH47, chinook pilot
  Abrams: M1A1, M1A2, M1 Abrams, main battle tank
  Bradley: M2 Bradley, bradley fighting vehicle
  HIMARS: M142, MLRS, rocket artillery
  Medical Evacuation: MEDEVAC, dustoff, air ambulance, MEDEVAC pilot, medical evacuation pilot; flight medic
  Special Forces: SF, 18A, green beret, green berets, operational detachment alpha, ODA; special operations, special ops, SOF, 18 series, SFAS Prep [pam611]
  Special Operations: SOF, special ops, special operations forces, ARSOF; special forces, ranger regiment
  Civil Affairs: 38A, 38G, civil affairs officer; special operations [pam611]
  Psychological Operations: PSYOP, PSYOPS, 37A, MISO, psy ops; special operations [pam611]
  Logistics Corps: 90A, multifunctional logistician, logistician, logisticians, loggie, loggies; logistics, log [pam611]
  Explosive Ordnance Disposal: EOD, 89E, bomb squad, bomb disposal; explosives [pam611]
  Electronic Warfare: EW, 17B, 29A [pam611]
  Information Network Engineering: FA26, FA 26, 26A, 26B, network engineering, information systems engineering; FA24, FA53, 24A, 53A [pam611]
  Information Operations: FA30, FA 30, 30A; IO [pam611]
  Strategic Intelligence: FA34, FA 34, 34A; intelligence [pam611]
  Space Operations: FA40, FA 40, 40A, space officer; space [pam611]
  Public Affairs: FA46, FA 46, 46A; PAO [pam611]
  Academy Professor: FA47, FA 47, 47A [pam611]
  Foreign Area Officer: FAO, FA48, FA 48, 48A, foreign area officers; attache, embassy, languages [pam611]
  Operations Research and Systems Analysis: ORSA, FA49, FA 49, 49A, operations research; analytics, data [pam611]
  Artificial Intelligence and Machine Learning: 49B, AI officer, AI/ML officer; AI, artificial intelligence, machine learning, data [ai]
  Force Management: FA50, FA 50, 50A; force development [pam611]
  Acquisition Corps: FA51, FA 51, 51A, 51C, army acquisition corps, acquisition officer; acquisition, contracting, procurement [pam611]
  Nuclear and Countering Weapons of Mass Destruction: FA52, FA 52, 52B, countering WMD; nuclear, WMD [pam611]
  Simulation Operations: FA57, FA 57, 57A; simulations [pam611]
  Army Marketing: FA58, FA 58, 58A; marketing [pam611]
  Army Strategist: FA59, FA 59, 59A, strategist, strategic plans and policy; strategy, plans [pam611]
  Army Medical Department: AMEDD, army medicine; medical, healthcare [ar310]
  Dental Corps: army dentist, 63A; dentist, dentists [pam611]
  Specialist Corps: medical specialist corps, 65A, 65B, 65C, 65D; physician assistant, physical therapist, occupational therapist, dietitian [pam611]
  Chaplain Corps: chaplain, chaplains, 56A, 56X; religion, ministry [pam611]
  Functional Area: functional areas, FA designation
`);
