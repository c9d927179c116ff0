import { listed } from "./listed.ts";

export const industryLines = listed(`
  Aerospace & Defense: aerospace and defense; defense contractor, defense contracting, defense company, contractor, space, aircraft, Lockheed, Lockheed Martin, Raytheon, Boeing,
    Northrop, Northrop Grumman
  Aerospace: ; aircraft, space
  Defense: defense industry; defense contractor, contractor, contracting
  Government: federal, public sector, federal government; civil service, GS, government agency, policy, state department, politics, city hall
  Law Enforcement: ; police, federal agent, cop, cops
  Public Safety: ; police, firefighter, fire department, EMS
  Technology: tech, high tech, big tech; IT, software, startup, startups, FAANG, silicon valley, tech company, Google, Microsoft, Amazon
  Information Technology: IT; tech, technology, software
  Cybersecurity: cyber security, infosec, information security; cyber
  Telecommunications: telecom; communications
  Finance: financial services; investing, wall street, banking, accounting, investment banking, private equity, hedge fund,
    venture capital, Goldman Sachs, JPMorgan, money
  Banking: ; bank, banks, finance, investment banking
  Accounting: ; accountant, CPA, audit
  Insurance: ; insurance agent
  Consulting: consultant, consultants, management consulting; MBB, big 4, big four, McKinsey, Bain, BCG, Deloitte, Accenture, strategy
  Law: lawyer, lawyers, attorney, attorneys; legal, law firm
  Legal: ; lawyer, lawyers, law, attorney, attorneys, law firm
  Healthcare: health, health care; medical, medicine, hospital, hospitals
  Pharmaceuticals: pharma, pharmaceutical; biotech, drugs
  Biotechnology: biotech; pharma, life sciences
  Education: teaching; teacher, teachers, professor, professors, academia
  Energy: ; oil company, gas company, oil industry, oil field, Exxon, Chevron, oil, gas, oil and gas, utilities, petroleum, renewables, solar, nuclear
  Engineering: ; engineer, engineers
  Construction: ; builder, contractor, construction management, construction manager, construction company
  Manufacturing: ; factory, plant, production, industrial
  Logistics: logistics and transportation; supply chain, shipping, distribution, warehouse, trucking
  Transportation: ; shipping, trucking, railroad, logistics
  Supply Chain: ; logistics, distribution
  Real Estate: realtor, realtors; property, broker, housing, homes
  Airlines: airline; airline pilot, commercial pilot, commercial airline, pilot, flying
  Retail: ; store, stores, e-commerce
  Hospitality: ; hotel, hotels, restaurant, restaurants, tourism
  Media: ; journalism, journalist, news, film, entertainment
  Marketing: ; advertising, brand
  Sales: ; salesperson, business development
  Human Resources: HR; recruiting, talent
  Nonprofit: non-profit, nonprofits; charity, NGO, foundation, veteran service organization
  Agriculture: ; farm, farming, farmer, ranch
  Automotive: ; cars, auto
  Entrepreneurship: entrepreneur, entrepreneurs, small business; startup, founder, own business
  Sports: ; athletics, coach, coaching
  Religion: ; ministry, church, pastor, chaplain
`);

export const jobLines = listed(`
  Attorney: lawyer, lawyers, civilian lawyer, civilian attorney, attorneys, counsel, attorney at law; legal, law, law school, prosecutor, trial lawyer, litigation
  Compliance Counsel: ; lawyer, lawyers, attorney, legal
  Judge Advocate: ; lawyer, lawyers, attorney, legal, law
  Prosecutor: prosecutors, district attorney; lawyer, lawyers, attorney, legal
  Physician: doctor, doctors, civilian doctor, doc, docs, physicians; medical, MD, medicine, med school, medical school
  Emergency Physician: ER doctor, ER doc, ER physician, emergency medicine, emergency room, emergency room doctor; doctor, physician, medical
  Family Physician: family doctor, family medicine, family practice, primary care; doctor, physician, medical
  Surgeon: surgeons; doctor, doctors, physician, medical
  Pediatrician: pediatrics, pediatricians; doctor, physician, medical
  Anesthesiologist: anesthesia, CRNA, nurse anesthetist; doctor, nurse, medical
  Dentist: dentists; dental
  Physician Assistant: PA-C, physician assistants; medical
  Registered Nurse: RN, nurse, nurses, civilian nurse, civilian nurses, civilian nursing; nursing, medical, BSN, NCLEX, ICU, critical care
  Nurse Practitioner: NP; nurse, nurses, nursing, medical
  Pharmacist: pharmacists, pharmacy; medical
  Psychologist: psychologists; mental health, therapist, counselor
  Social Worker: social workers; mental health, counselor
  Physical Therapist: PT, DPT, physical therapy; medical, physio
  Hospital Administrator: hospital admin, hospital administration, run a hospital, runs a hospital, running a hospital; health administration, healthcare administration, hospital management
  Software Engineer: developer, developers, software developer, programmer, programmers, software engineers, coder, SWE; coding, programming, IT
  Security Engineer: ; cybersecurity, cyber security, infosec, hacker, pen tester, pentester, penetration tester, penetration testing
  Cloud Architect: cloud engineer, solutions architect, cloud architects; cloud, IT, AWS
  Network Engineer: network engineers; networks, IT
  Data Engineer: ; data, IT
  Cybersecurity Analyst: security analyst, SOC analyst; cybersecurity, infosec
  Civil Engineer: civil engineering, civil eng; PE, infrastructure
  Mechanical Engineer: mechanical engineering, mech eng, mech E
  Electrical Engineer: electrical engineering
  Aerospace Engineer: aerospace engineering
  Quality Engineer: quality assurance, quality control; quality
  Flight Test Engineer: flight test, test engineer
  Data Analyst: ; data, analytics, data science
  Data Scientist: ; data, analytics, data science, machine learning
  Product Manager: product management; product, tech
  Program Manager: program management; PgMP, defense, project manager
  Project Manager: project management; PMP
  Systems Engineer: systems engineering; engineering
  Petroleum Engineer: ; oil, gas, drilling
  Financial Analyst: ; finance, banking
  Investment Associate: ; investing, finance, private equity
  Investment Banker: investment banking, IB; finance, wall street
  Wealth Advisor: financial advisor, financial planner; money, investing
  Controller: ; accounting, accountant, comptroller
  Accountant: CPA, accountants; accounting
  Consultant: consultants, management consultant; consulting
  Supply Chain Manager: ; logistics, supply chain
  Distribution Manager: ; logistics, warehouse
  Operations Manager: ops manager; operations, ops
  Plant Manager: ; manufacturing, factory
  Special Agent: special agents, federal agent; FBI, FBI agent, DEA, CIA, ATF, secret service, law enforcement, investigator, cop, cops
  Police Officer: policeman, cop; police, law enforcement, cops
  Detective: detectives; police, law enforcement, investigator, cop, cops
  Firefighter: firefighters, fireman; fire department
  Policy Analyst: ; policy, think tank, politics, government
  City Manager: ; local government, city government
  Teacher: teachers; teaching, education
  Professor: professors; academia, teaching, university
  Principal: ; school principal
  Broker: brokers; realtor, real estate
  Property Manager: ; real estate
  Pilot: pilots, civilian pilot, airline pilot; airline, airlines, flying
  Capture Manager: capture; business development, proposals
  Development Officer: ; fundraising, fundraiser
  Construction Manager: construction management; builder, contractor
  Recruiter: recruiters; recruiting, hiring, headhunter
  Military Science Instructor: military science teacher, military science professor, MS instructor; instructor
  Entrepreneur: ; founder, owner, startup, own business
  Founder: co-founder, cofounder; entrepreneur, startup, own business
  Chief Executive Officer: CEO; executive, C-suite
  Chief Financial Officer: CFO; executive, C-suite
  Chief Operating Officer: COO; executive, C-suite
  Chief Technology Officer: CTO; executive, C-suite
  Chief Information Officer: CIO; executive, C-suite
  Chief Information Security Officer: CISO; executive, cybersecurity
`);
