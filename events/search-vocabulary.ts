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

/** Short forms inside place names, both ways. A map, because its keys are typed words. */
export const placeForms: ReadonlyMap<string, string> = new Map(
  [["ft", "fort"], ["st", "saint"], ["mt", "mount"]].flatMap(([short = "", long = ""]) => [
    [short, long],
    [long, short],
  ]),
);

export const fillers: ReadonlySet<string> = new Set(
  `a about advice advise after also alum alumna alumni alumnus alums am an and any anybody anyone are area
  arent around as ask at be became because become been before by can cant class contact could couldnt current currently did do
  does doesnt doing dont didnt experience experienced expert expertise find folks for former from get getting give go going good
  grads graduated graduates guy guys hard has have having help helped helping helps how i id if ill im in industry isnt
  interested into is ive job jobs just know knows lets like lives living located look looking m me mentor
  mentored mentoring mentors mentorship might mr mrs ms must my near need new now of often ok okay on or our
  out people person please really s sector seeking served serving shall should show so some somebody someone
  talk than that thats the their them then there these they theyre this those to too us very want wants was we well went were
  what whats when wheres where which while who whos whom whose will wont with work worked working works would wouldnt you youre your`
    .split(/\s+/),
);

/** Fillers that are also names: several of them alone are someone's name. */
export const fillersThatAreNames: ReadonlySet<string> = new Set(["an", "do", "guy", "my", "so"]);

export const refusals: ReadonlySet<string> = new Set([
  ...["not", "isnt", "arent", "without", "except", "excluding"],
]);

export const alternatives: ReadonlySet<string> = new Set(["or", "vs", "versus"]);
