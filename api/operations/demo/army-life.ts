import type { armyBranches } from "../../../events/vocabulary.ts";

/** An officer's usual specialty in each branch. */
export const mosOf: Readonly<Record<(typeof armyBranches)[number], string>> = {
  "Adjutant General": "42B",
  "Air Defense Artillery": "14A",
  "Armor": "19A",
  "Aviation": "15A",
  "Chemical Corps": "74A",
  "Corps of Engineers": "12A",
  "Cyber Corps": "17A",
  "Field Artillery": "13A",
  "Finance": "36A",
  "Infantry": "11A",
  "Medical Services": "67J",
  "Military Intelligence": "35A",
  "Military Police": "31A",
  "Ordnance": "91A",
  "Quartermaster": "92A",
  "Signal Corps": "25A",
  "Transportation": "88A",
  "Army Nurse Corps": "66H",
  "Medical Service Corps": "70B",
  "Medical Corps": "61H",
  "Veterinary Corps": "64A",
  "Judge Advocate General": "27A",
};

/** Where alumni of a program in Texas live, the most usual places first. */
export const places = [
  "Fort Worth, TX",
  "Dallas, TX",
  "Houston, TX",
  "Austin, TX",
  "San Antonio, TX",
  "Killeen, TX",
  "Washington, DC",
  "Colorado Springs, CO",
  "Denver, CO",
  "Fayetteville, NC",
  "Clarksville, TN",
  "Columbus, GA",
  "Arlington, VA",
  "Huntsville, AL",
  "Tampa, FL",
  "El Paso, TX",
  "Atlanta, GA",
  "Seattle, WA",
  "Tacoma, WA",
  "Chicago, IL",
  "New York, NY",
  "San Diego, CA",
  "Los Angeles, CA",
  "Phoenix, AZ",
  "Kansas City, MO",
  "Nashville, TN",
  "Honolulu, HI",
  "Augusta, GA",
  "Lawton, OK",
  "Tulsa, OK",
  "Vicenza, Italy",
  "Stuttgart, Germany",
] as const;

export interface Career {
  readonly industry: string;
  readonly titles: readonly string[];
  readonly skills: readonly string[];
}

/** What people do after, or beside, their service; the most usual industries first. */
export const careers: readonly Career[] = [
  {
    industry: "Aerospace & Defense",
    titles: ["Program Manager", "Systems Engineer", "Flight Test Engineer", "Capture Manager"],
    skills: ["Program management", "Acquisition", "Systems engineering"],
  },
  {
    industry: "Technology",
    titles: ["Software Engineer", "Product Manager", "Data Analyst", "Security Engineer"],
    skills: ["Software", "Cloud", "Product management", "Cybersecurity"],
  },
  {
    industry: "Finance",
    titles: ["Financial Analyst", "Investment Associate", "Wealth Advisor", "Controller"],
    skills: ["Valuation", "Corporate finance", "Personal finance"],
  },
  {
    industry: "Energy",
    titles: ["Operations Manager", "Petroleum Engineer", "Safety Director"],
    skills: ["Operations", "Safety", "Negotiation"],
  },
  {
    industry: "Consulting",
    titles: ["Consultant", "Senior Associate", "Principal"],
    skills: ["Case interviews", "Strategy", "Change management"],
  },
  {
    industry: "Healthcare",
    titles: ["Physician", "Registered Nurse", "Hospital Administrator", "Physical Therapist"],
    skills: ["Medical school applications", "Patient safety", "Health administration"],
  },
  {
    industry: "Logistics",
    titles: ["Supply Chain Manager", "Distribution Manager", "Fleet Director"],
    skills: ["Supply chain", "Lean", "Fleet management"],
  },
  {
    industry: "Government",
    titles: ["Policy Analyst", "Special Agent", "City Manager"],
    skills: ["Federal resumes", "Public policy", "Background investigations"],
  },
  {
    industry: "Real Estate",
    titles: ["Broker", "Development Associate", "Property Manager"],
    skills: ["Commercial real estate", "Home buying with a VA loan"],
  },
  {
    industry: "Education",
    titles: ["Teacher", "Professor", "Principal"],
    skills: ["Graduate admissions", "Coaching", "Public speaking"],
  },
  {
    industry: "Law",
    titles: ["Attorney", "Judge Advocate", "Compliance Counsel"],
    skills: ["Law school", "Military justice", "Contracts"],
  },
  {
    industry: "Manufacturing",
    titles: ["Plant Manager", "Quality Engineer", "Production Supervisor"],
    skills: ["Lean", "Quality", "Leading shift teams"],
  },
  {
    industry: "Nonprofit",
    titles: ["Program Director", "Development Officer"],
    skills: ["Fundraising", "Veteran transition"],
  },
];

export const schools = [
  "Airborne School",
  "Air Assault School",
  "Ranger School",
  "Sapper Leader Course",
  "Pathfinder",
  "Captains Career Course",
  "Jumpmaster",
  "Northern Warfare Training",
  "Command and General Staff College",
] as const;
