import { type Line, listed } from "./listed.ts";
import { schoolLines } from "./meanings.ts";

/** A post, and what finds it. Each town, other post or unit counts only in its own state. */
export interface Post extends Line {
  readonly name: string;
  /** Code of a state, or name of a country. */
  readonly region: string;
  readonly near: readonly PostPlace[];
  /** Loose names that aren't towns: "82nd Airborne Division" and "BAMC". */
  readonly there: readonly string[];
}

export interface PostPlace {
  readonly name: string;
  readonly region: string;
}

/**
 * Posts by state or country. Loose names are their towns (with a state's code if it is another) and
 * what is there. Names, states and first towns were compared with `sources` in November 2026; other
 * towns are from the map. The headquarters in DC Armory, Fifth Regiment Armory and Columbia, SC,
 * have no source.
 */
export const posts: readonly Post[] = placed(`
  Fort Rucker, AL: Fort Novosel, Rucker, Novosel; Enterprise, Daleville, Ozark, Dothan, Aviation Center of Excellence [renamed]
  Redstone Arsenal, AL: Redstone, RSA; Huntsville, Madison [sites]
  Anniston Army Depot, AL: ANAD; Anniston [sites]
  Fort McClellan, AL: McClellan; Anniston [closed]
  Joint Base Elmendorf-Richardson, AK: JBER, Fort Richardson, Elmendorf; Richardson, Anchorage, Eagle River, Alaska National Guard headquarters, 11th Airborne Division [sites]
  Fort Wainwright, AK: Wainwright; Fairbanks, North Pole, 11th Airborne Division [sites]
  Fort Greely, AK: Greely; Delta Junction [sites]
  Fort Huachuca, AZ: Huachuca; Sierra Vista, Intelligence Center of Excellence [sites]
  Yuma Proving Ground, AZ: YPG; Yuma [sites]
  Papago Park Military Reservation, AZ: Papago Park; Phoenix, Arizona National Guard headquarters [guard]
  Camp Navajo, AZ: ; Bellemont, Flagstaff [sites]
  Florence Military Reservation, AZ: ; Florence [sites]
  Pine Bluff Arsenal, AR: ; Pine Bluff, White Hall [sites]
  Fort Chaffee, AR: Chaffee, Fort Chaffee Joint Maneuver Training Center; Fort Smith, Barling [sites]
  Camp Robinson, AR: Camp Joseph T. Robinson, Robinson Maneuver Training Center; North Little Rock, Little Rock, Arkansas National Guard headquarters [guard]
  Fort Irwin, CA: Irwin; NTC, National Training Center, Barstow, 11th Armored Cavalry Regiment [sites]
  Presidio of Monterey, CA: Monterey Presidio, POM; Monterey, Seaside, DLI, Defense Language Institute [sites]
  Fort Ord, CA: ; Monterey, Seaside, Marina [closed]
  Fort Hunter Liggett, CA: Hunter Liggett, FHL; Jolon, King City [sites]
  Camp Parks, CA: Parks Reserve Forces Training Area; Dublin [sites]
  Camp Roberts, CA: ; Paso Robles, San Miguel [sites]
  Camp San Luis Obispo, CA: ; San Luis Obispo [sites]
  Sierra Army Depot, CA: ; Herlong [sites]
  Military Ocean Terminal Concord, CA: MOTCO; Concord [sites]
  Joint Forces Training Base Los Alamitos, CA: Los Alamitos; Long Beach [sites]
  Joint Force Headquarters California, CA: California National Guard headquarters; Sacramento, Rancho Cordova, Mather [guard]
  Fort Carson, CO: Carson; Colorado Springs, Fountain, 4th Infantry Division, 10th Special Forces Group [sites]
  Peterson Space Force Base, CO: Peterson SFB, Peterson AFB; Peterson, Colorado Springs, NORTHCOM [sites]
  Pueblo Chemical Depot, CO: Pueblo Depot; Pueblo [sites]
  Joint Force Headquarters Colorado, CO: Colorado National Guard headquarters; Centennial, Denver, Aurora, Buckley [guard]
  Joint Force Headquarters Connecticut, CT: Connecticut National Guard headquarters, William A. O'Neill Armory; Hartford [guard]
  Camp Nett, CT: Camp Niantic; Niantic, East Lyme
  Joint Force Headquarters Delaware, DE: Delaware National Guard headquarters; New Castle, Wilmington [guard]
  Fort McNair, DC: Fort Lesley J. McNair, McNair; Washington, National Defense University [sites]
  DC Armory, DC: ; Washington, DC National Guard headquarters [guard]
  Joint Base Anacostia-Bolling, DC: JBAB, Bolling; Washington, Defense Intelligence Agency [sites]
  Walter Reed, MD: Walter Reed National Military Medical Center, Walter Reed Army Medical Center, WRNMMC; Bethesda, Washington DC
  Camp Blanding, FL: Camp Blanding Joint Training Center; Starke
  MacDill Air Force Base, FL: MacDill, MacDill AFB; Tampa, CENTCOM, SOCOM [sites]
  Eglin Air Force Base, FL: Eglin, Eglin AFB, Camp Rudder; Destin, Niceville, Crestview, 7th Special Forces Group [sites]
  U.S. Southern Command, FL: ; Doral, Miami, SOUTHCOM
  Joint Force Headquarters Florida, FL: Florida National Guard headquarters, St. Francis Barracks; Saint Augustine [guard]
  Fort Benning, GA: Fort Moore, Benning, MCoE; Moore, Columbus, Phenix City AL, Maneuver Center of Excellence, 75th Ranger Regiment [renamed]
  Fort Gordon, GA: Fort Eisenhower; Gordon, Eisenhower, Augusta, Grovetown, Evans, Cyber Center of Excellence, Army Cyber Command, Eisenhower Army Medical Center [renamed]
  Fort Stewart, GA: ; Stewart, Hinesville, Richmond Hill, Savannah, 3rd Infantry Division [sites]
  Hunter Army Airfield, GA: HAAF, Hunter AAF; Savannah [sites]
  Camp Merrill, GA: Camp Frank D. Merrill; Dahlonega [sites]
  Fort McPherson, GA: Fort Mac; Atlanta, East Point, Fort Gillem, Forest Park [closed]
  Clay National Guard Center, GA: Clay NGC; Marietta, Georgia National Guard headquarters, Dobbins [guard]
  Volunteer Training Site Catoosa, GA: Catoosa; Ringgold, Tunnel Hill
  Joint Force Headquarters Guam, GU: Guam National Guard headquarters; Barrigada [guard]
  Andersen Air Force Base, GU: Andersen, Andersen AFB; Yigo [sites]
  Schofield Barracks, HI: Schofield; Wahiawa, Mililani, Oahu, Honolulu, 25th Infantry Division [sites]
  Wheeler Army Airfield, HI: Wheeler AAF; Wahiawa, Oahu [sites]
  Fort Shafter, HI: Shafter; Honolulu, Oahu, USARPAC [sites]
  Tripler Army Medical Center, HI: Tripler, TAMC; Honolulu, Oahu [sites]
  Pohakuloa Training Area, HI: PTA; Hilo, Waimea [sites]
  Camp H.M. Smith, HI: Camp Smith; Halawa, Aiea, Honolulu, INDOPACOM [sites]
  Joint Base Pearl Harbor-Hickam, HI: JBPHH, Pearl Harbor, Hickam; Honolulu, Oahu [sites]
  Joint Force Headquarters Hawaii, HI: Hawaii National Guard headquarters, Fort Ruger; Diamond Head, Honolulu, Kalaeloa [guard]
  Gowen Field, ID: Orchard Combat Training Center; Boise, Idaho National Guard headquarters [guard]
  Rock Island Arsenal, IL: RIA; Rock Island, Moline, Quad Cities, Davenport IA [sites]
  Scott Air Force Base, IL: Scott AFB; Belleville, O'Fallon, TRANSCOM, Saint Louis MO [sites]
  Fort Sheridan, IL: ; Highwood, Highland Park, Chicago [sites]
  Camp Lincoln, IL: ; Springfield, Illinois National Guard headquarters [guard]
  Camp Atterbury, IN: Atterbury; Edinburgh, Franklin [sites]
  Muscatatuck Urban Training Center, IN: Muscatatuck, MUTC; Butlerville [sites]
  Crane Army Ammunition Activity, IN: Crane; Bloomington [sites]
  Fort Benjamin Harrison, IN: Fort Ben; Indianapolis, Lawrence [closed]
  Joint Force Headquarters Indiana, IN: Indiana National Guard headquarters, Stout Field; Indianapolis [guard]
  Camp Dodge, IA: ; Johnston, Des Moines, Iowa National Guard headquarters [guard]
  Iowa Army Ammunition Plant, IA: ; Middletown, Burlington [sites]
  Fort Riley, KS: Riley; Junction City, Manhattan, Ogden, 1st Infantry Division [sites]
  Fort Leavenworth, KS: Leavenworth, FLKS; Lansing, Kansas City, Kansas City MO, CGSC, Disciplinary Barracks [sites]
  Joint Force Headquarters Kansas, KS: Kansas National Guard headquarters, Forbes Field; Nickell Armory, Topeka [guard]
  Fort Campbell, KY: Campbell; Clarksville TN, Hopkinsville, Oak Grove, Fort Campbell TN, 101st Airborne Division, 160th Special Operations Aviation Regiment, 5th Special Forces Group [sites]
  Fort Knox, KY: Knox; Radcliff, Elizabethtown, Vine Grove, Louisville, Cadet Command, HRC [sites]
  Blue Grass Army Depot, KY: Bluegrass Army Depot; Richmond [sites]
  Boone National Guard Center, KY: ; Frankfort, Kentucky National Guard headquarters [guard]
  Wendell H. Ford Regional Training Center, KY: ; Greenville
  Fort Polk, LA: Fort Johnson, Polk; JRTC, Joint Readiness Training Center, Leesville, DeRidder, Vernon Parish [renamed]
  Jackson Barracks, LA: ; New Orleans, Louisiana National Guard headquarters [guard]
  Camp Beauregard, LA: Louisiana National Guard Training Center Pineville; Pineville, Alexandria [sites]
  Camp Minden, LA: ; Minden [sites]
  Camp Villere, LA: ; Slidell
  Camp Chamberlain, ME: Camp Keyes; Augusta, Maine National Guard headquarters [guard]
  Fort Meade, MD: Fort George G. Meade, Meade; Laurel, Odenton, Severn, Columbia, NSA, Cyber Command [sites]
  Aberdeen Proving Ground, MD: APG, Aberdeen; Edgewood, Bel Air, Havre de Grace [sites]
  Fort Detrick, MD: Detrick; Frederick [sites]
  Joint Base Andrews, MD: Andrews AFB; Andrews, Camp Springs [sites]
  Fort Ritchie, MD: ; Cascade [closed]
  Adelphi Laboratory Center, MD: ; Adelphi, Army Research Laboratory [sites]
  Fifth Regiment Armory, MD: ; Baltimore, Maryland National Guard headquarters [guard]
  Fort Devens, MA: Devens, Devens Reserve Forces Training Area; Ayer, Shirley [sites]
  Joint Base Cape Cod, MA: Camp Edwards, Otis Air National Guard Base; Otis, Sandwich, Bourne, Falmouth [sites]
  Natick Soldier Systems Center, MA: Natick Labs; Natick [sites]
  Hanscom Air Force Base, MA: Hanscom, Hanscom AFB; Bedford, Massachusetts National Guard headquarters [guard]
  Detroit Arsenal, MI: ; Warren, Detroit, TACOM [sites]
  Camp Grayling, MI: ; Grayling [sites]
  Fort Custer, MI: Fort Custer Training Center; Augusta, Battle Creek, Kalamazoo [sites]
  Joint Force Headquarters Michigan, MI: Michigan National Guard headquarters; Lansing [guard]
  Camp Ripley, MN: ; Little Falls [sites]
  Joint Force Headquarters Minnesota, MN: Minnesota National Guard headquarters; Saint Paul [guard]
  Arden Hills Army Training Site, MN: ; Arden Hills, Saint Paul, Minneapolis, 34th Infantry Division [guard]
  Camp Shelby, MS: Shelby; Hattiesburg [sites]
  Camp McCain, MS: ; Grenada, Elliott [sites]
  Joint Force Headquarters Mississippi, MS: Mississippi National Guard headquarters; Jackson [guard]
  Fort Leonard Wood, MO: FLW, Leonard Wood, Fort Lost in the Woods, Lost in the Woods; Waynesville, Saint Robert, Rolla, Maneuver Support Center of Excellence [sites]
  Ike Skelton Training Site, MO: ; Jefferson City, Missouri National Guard headquarters [guard]
  Camp Crowder, MO: ; Neosho [sites]
  Lake City Army Ammunition Plant, MO: ; Independence [sites]
  Fort William Henry Harrison, MT: Fort Harrison; Helena, Montana National Guard headquarters [guard]
  Joint Force Headquarters Nebraska, NE: Nebraska National Guard headquarters; Lincoln [guard]
  Camp Ashland, NE: ; Ashland [sites]
  Offutt Air Force Base, NE: Offutt, Offutt AFB; Omaha, Bellevue, STRATCOM [sites]
  Hawthorne Army Depot, NV: ; Hawthorne [sites]
  Joint Force Headquarters Nevada, NV: Nevada National Guard headquarters; Carson City [guard]
  Joint Force Headquarters New Hampshire, NH: New Hampshire National Guard headquarters, State Military Reservation; Concord, Pembroke [guard]
  Joint Base McGuire-Dix-Lakehurst, NJ: JBMDL, Fort Dix, McGuire, Lakehurst; Dix, Wrightstown, Browns Mills, Trenton [sites]
  National Guard Training Center Sea Girt, NJ: ; Sea Girt [sites]
  Picatinny Arsenal, NJ: Picatinny; Dover, Rockaway [sites]
  Fort Monmouth, NJ: ; Eatontown, Monmouth [closed]
  Joint Force Headquarters New Jersey, NJ: New Jersey National Guard headquarters; Lawrenceville [guard]
  White Sands Missile Range, NM: WSMR, White Sands; Las Cruces [sites]
  Joint Force Headquarters New Mexico, NM: New Mexico National Guard headquarters; Santa Fe [guard]
  Fort Drum, NY: Drum; Watertown, Carthage, Black River, 10th Mountain Division [sites]
  West Point, NY: USMA, United States Military Academy, U.S. Military Academy, military academy; Highland Falls, Cornwall [sites]
  Fort Hamilton, NY: ; Brooklyn, New York City [sites]
  Watervliet Arsenal, NY: ; Watervliet, Albany [sites]
  Camp Smith, NY: Camp Smith Training Site; Cortlandt Manor, Peekskill [sites]
  Joint Force Headquarters New York, NY: New York National Guard headquarters; Latham [guard]
  Fort Bragg, NC: Fort Liberty, Bragg, Pope Field, Pope Army Airfield; Liberty, Fayetteville, Spring Lake, Hope Mills, Raeford, Southern Pines, Pinehurst, 82nd Airborne Division, XVIII Airborne Corps, Army Special Operations Command, 3rd Special Forces Group, Womack Army Medical Center [renamed]
  Camp Mackall, NC: Mackall; Hoffman, Southern Pines [sites]
  Camp Butner, NC: ; Butner [sites]
  Military Ocean Terminal Sunny Point, NC: MOTSU, Sunny Point; Southport, Wilmington [sites]
  Joint Force Headquarters North Carolina, NC: North Carolina National Guard headquarters; Raleigh [guard]
  Fraine Barracks, ND: ; Bismarck, North Dakota National Guard headquarters [guard]
  Camp Grafton, ND: Camp Gilbert C. Grafton; Devils Lake [sites]
  Beightler Armory, OH: Maj. Gen. Robert S. Beightler Armory; Columbus, Ohio National Guard headquarters [guard]
  Camp James A. Garfield, OH: Camp Garfield, Camp Ravenna, Ravenna Arsenal; Newton Falls, Ravenna, Windham [guard]
  Camp Perry, OH: ; Port Clinton [sites]
  Camp Sherman, OH: ; Chillicothe [sites]
  Joint Systems Manufacturing Center, OH: Lima Army Tank Plant; Lima [sites]
  Fort Sill, OK: Sill; Lawton, Elgin, Fires Center of Excellence [sites]
  McAlester Army Ammunition Plant, OK: MCAAP; McAlester [sites]
  Camp Gruber, OK: ; Braggs, Muskogee [sites]
  Joint Force Headquarters Oklahoma, OK: Oklahoma National Guard headquarters; Oklahoma City [guard]
  Camp Rilea, OR: ; Warrenton, Astoria [sites]
  Camp Withycombe, OR: ; Clackamas, Portland [sites]
  Rees Training Center, OR: Camp Umatilla; Hermiston
  Joint Force Headquarters Oregon, OR: Oregon National Guard headquarters, Anderson Readiness Center; Salem [guard]
  Carlisle Barracks, PA: Carlisle; Army War College, Harrisburg [sites]
  Fort Indiantown Gap, PA: FTIG, Indiantown Gap; Annville, Lebanon, Pennsylvania National Guard headquarters [guard]
  Letterkenny Army Depot, PA: Letterkenny; Chambersburg [sites]
  Tobyhanna Army Depot, PA: Tobyhanna; Coolbaugh, Scranton [sites]
  Scranton Army Ammunition Plant, PA: ; Scranton [sites]
  Fort Buchanan, PR: Buchanan; Guaynabo, San Juan [sites]
  Joint Force Headquarters Puerto Rico, PR: Puerto Rico National Guard headquarters; San Juan [guard]
  Camp Santiago, PR: ; Salinas [sites]
  Joint Force Headquarters Rhode Island, RI: Rhode Island National Guard headquarters; East Greenwich, Cranston, Camp Fogarty [guard]
  Fort Jackson, SC: ; Jackson, Columbia [sites]
  Shaw Air Force Base, SC: Shaw AFB; Sumter, ARCENT, Army Central [sites]
  McCrady Training Center, SC: ; Eastover, Columbia
  Joint Force Headquarters South Carolina, SC: South Carolina National Guard headquarters; Columbia [guard]
  Camp Rapid, SD: ; Rapid City, South Dakota National Guard headquarters [guard]
  Joint Force Headquarters Tennessee, TN: Tennessee National Guard headquarters; Nashville [guard]
  Volunteer Training Site Smyrna, TN: ; Smyrna, Murfreesboro, Nashville
  Holston Army Ammunition Plant, TN: ; Kingsport [sites]
  Milan Army Ammunition Plant, TN: ; Milan [sites]
  Fort Hood, TX: Fort Cavazos, Hood, Cavazos; Killeen, Copperas Cove, Harker Heights, Temple, Belton, Nolanville, 1st Cavalry Division, 3rd Cavalry Regiment, III Corps, Darnall Army Medical Center [renamed]
  Fort Bliss, TX: Bliss, Biggs Army Airfield, East Bliss; El Paso, Horizon City, Socorro, 1st Armored Division, William Beaumont Army Medical Center [sites]
  Joint Base San Antonio, TX: JBSA, Fort Sam Houston, Fort Sam, Lackland, Randolph, Camp Bullis; San Antonio, Converse, Universal City, Schertz, Brooke Army Medical Center, BAMC, Medical Center of Excellence [sites]
  Corpus Christi Army Depot, TX: CCAD; Corpus Christi [sites]
  Red River Army Depot, TX: RRAD; Texarkana, New Boston [sites]
  Camp Mabry, TX: Mabry; Austin, Texas National Guard headquarters, 36th Infantry Division [guard]
  Camp Bowie, TX: ; Brownwood [sites]
  Camp Swift, TX: ; Bastrop [sites]
  Camp Maxey, TX: ; Paris
  Fort Wolters, TX: ; Mineral Wells [sites]
  Goodfellow Air Force Base, TX: Goodfellow, Goodfellow AFB; San Angelo [sites]
  Grand Prairie Armed Forces Reserve Complex, TX: ; Grand Prairie [sites]
  Dugway Proving Ground, UT: Dugway; Tooele [sites]
  Tooele Army Depot, UT: ; Tooele [sites]
  Camp Williams, UT: Camp W. G. Williams; Bluffdale, Riverton [sites]
  Joint Force Headquarters Utah, UT: Utah National Guard headquarters; Draper [guard]
  Camp Johnson, VT: ; Colchester, Burlington, Vermont National Guard headquarters [guard]
  Camp Ethan Allen, VT: Camp Ethan Allen Training Site, CEATS; Jericho, Army Mountain Warfare School [sites]
  Fort Lee, VA: Fort Gregg-Adams, Gregg-Adams; Petersburg, Hopewell, Colonial Heights, Prince George, Chester, Sustainment Center of Excellence, Combined Arms Support Command [renamed]
  Fort A.P. Hill, VA: Fort Anderson-Pinn-Hill, Fort Walker, Fort AP Hill, AP Hill; Bowling Green [renamed]
  Fort Pickett, VA: Fort Barfoot, Pickett, Barfoot; Blackstone, Maneuver Training Center [renamed]
  Fort Belvoir, VA: Belvoir; Alexandria, Springfield, Woodbridge, Lorton [sites]
  Joint Base Myer-Henderson Hall, VA: JBMHH, Fort Myer, Henderson Hall; Arlington, The Old Guard [sites]
  Pentagon, VA: the Pentagon; Arlington, Washington DC, HQDA [sites]
  Mark Center, VA: ; Alexandria [sites]
  Marine Corps Base Quantico, VA: Quantico, MCB Quantico; Stafford, CID [sites]
  Arlington Hall Station, VA: Arlington Hall; Arlington, National Guard Bureau, Army National Guard Readiness Center
  Joint Base Langley-Eustis, VA: JBLE, Fort Eustis, Eustis, Langley; Newport News, Hampton, Williamsburg, TRADOC [sites]
  Fort Story, VA: Joint Expeditionary Base Little Creek-Fort Story; Virginia Beach [sites]
  Fort Monroe, VA: ; Hampton [closed]
  The Judge Advocate General's Legal Center and School, VA: TJAGLCS, TJAGSA, JAG School; Charlottesville
  Rivanna Station, VA: National Ground Intelligence Center, NGIC; Charlottesville [sites]
  Radford Army Ammunition Plant, VA: ; Radford [sites]
  Joint Force Headquarters Virginia, VA: Virginia National Guard headquarters, Defense Supply Center Richmond; Richmond, Chesterfield [guard]
  Joint Force Headquarters Virgin Islands, VI: Virgin Islands National Guard headquarters; Saint Croix, Estate Bethlehem, Kingshill, Christiansted [guard]
  Joint Base Lewis-McChord, WA: JBLM, Fort Lewis, McChord, Lewis-McChord; Lewis, Tacoma, Lakewood, DuPont, Olympia, Lacey, Puyallup, Steilacoom, 7th Infantry Division, I Corps, 1st Special Forces Group, Madigan Army Medical Center [sites]
  Yakima Training Center, WA: YTC; Yakima, Selah [sites]
  Camp Murray, WA: ; Tacoma, Lakewood, Washington National Guard headquarters [guard]
  Joint Force Headquarters West Virginia, WV: West Virginia National Guard headquarters; Charleston [guard]
  Camp Dawson, WV: ; Kingwood [sites]
  Fort McCoy, WI: McCoy; Sparta, Tomah [sites]
  Joint Force Headquarters Wisconsin, WI: Wisconsin National Guard headquarters; Madison [guard]
  Joint Force Headquarters Wyoming, WY: Wyoming National Guard headquarters; Cheyenne [guard]
  Camp Guernsey, WY: ; Guernsey [sites]
  Joint Force Headquarters Alabama, AL: Alabama National Guard headquarters; Montgomery [guard]
  Camp Humphreys, South Korea: USAG Humphreys, Humphreys; Pyeongtaek, Anjeong-ri, Korea, 2nd Infantry Division, Eighth Army [korea]
  Camp Casey, South Korea: Camp Hovey, Casey; Dongducheon, Korea [korea]
  Camp Walker, South Korea: Camp Henry, USAG Daegu; Daegu, Taegu, Korea [korea]
  Camp Carroll, South Korea: ; Waegwan, Korea [korea]
  Yongsan Garrison, South Korea: Yongsan, USAG Yongsan, K-16; Seoul, Korea [korea]
  Camp Red Cloud, South Korea: Camp Stanley; Uijeongbu, Korea [korea]
  Camp Bonifas, South Korea: Joint Security Area, JSA, Panmunjom; DMZ, Korea [korea]
  Osan Air Base, South Korea: Osan; Pyeongtaek, Korea [sites]
  Grafenwoehr, Germany: Grafenwöhr, Graf, Tower Barracks, USAG Bavaria; Bavaria, 7th Army Training Command [europe]
  Vilseck, Germany: Rose Barracks; Bavaria, 2nd Cavalry Regiment [europe]
  Hohenfels, Germany: JMRC, Joint Multinational Readiness Center; Bavaria [europe]
  Ansbach, Germany: USAG Ansbach, Katterbach, Storck Barracks, Illesheim; Bavaria, 12th Combat Aviation Brigade [europe]
  Garmisch, Germany: Garmisch-Partenkirchen, George C. Marshall Center; Bavaria [europe]
  Wiesbaden, Germany: USAG Wiesbaden, Clay Kaserne, Lucius D. Clay Kaserne; Mainz, Frankfurt, USAREUR, Army Europe [europe]
  Stuttgart, Germany: USAG Stuttgart, Patch Barracks, Panzer Kaserne, Kelley Barracks, Robinson Barracks; Böblingen, Vaihingen, EUCOM, AFRICOM [europe]
  Kaiserslautern, Germany: K-Town, Rhine Ordnance Barracks, Kleber Kaserne, Sembach, USAG Rheinland-Pfalz; Ramstein, Landstuhl [europe]
  Landstuhl, Germany: Landstuhl Regional Medical Center, LRMC; Kaiserslautern, Ramstein [europe]
  Baumholder, Germany: Smith Barracks, H. D. Smith Barracks [europe]
  Vicenza, Italy: Caserma Ederle, Camp Ederle, Caserma Del Din, Del Din, USAG Italy; 173rd Airborne Brigade, SETAF [europe]
  Camp Darby, Italy: Darby Military Community; Livorno, Pisa [europe]
  SHAPE, Belgium: Supreme Headquarters Allied Powers Europe, USAG Benelux; Mons, Casteau, Chièvres, NATO [europe]
  Brunssum, Netherlands: JFC Brunssum; Schinnen, NATO [europe]
  Camp Kosciuszko, Poland: V Corps Forward; Poznan [europe]
  Powidz, Poland: Powidz Air Base
  Mihail Kogalniceanu Air Base, Romania: MK Air Base; Constanta [europe]
  Novo Selo Training Area, Bulgaria: Novo Selo
  Camp Bondsteel, Kosovo: Bondsteel; Ferizaj [europe]
  Camp Zama, Japan: Zama, USAG Japan, Sagami General Depot; Sagamihara, Tokyo [japan]
  Torii Station, Japan: Fort Buckner; Okinawa, Yomitan [japan]
  Kadena Air Base, Japan: Kadena; Okinawa [sites]
  Kwajalein Atoll, Marshall Islands: Kwajalein, USAG Kwajalein, Kwaj; Reagan Test Site
  Soto Cano Air Base, Honduras: Soto Cano, JTF Bravo; Comayagua
  Guantanamo Bay, Cuba: GTMO, Gitmo, Guantanamo
  Camp Arifjan, Kuwait: Arifjan, Camp Buehring, Buehring; Kuwait City
  Camp Lemonnier, Djibouti: Lemonnier; Horn of Africa
  Al Udeid Air Base, Qatar: Al Udeid, Camp As Sayliyah; Doha
`);

export const cities: readonly Post[] = placed(`
  Dallas-Fort Worth, TX: DFW, the metroplex, metroplex; Dallas, Fort Worth, Arlington, Irving, Plano, Denton, Grapevine, Frisco, Grand Prairie
  New York City, NY: NYC, New York; Manhattan, Brooklyn, Queens, Bronx
  Washington, DC: DC, D.C., District of Columbia, the District, NCR, National Capital Region; DMV, Arlington VA, Alexandria VA, Bethesda MD, Silver Spring MD, McLean VA, Fairfax VA
  Northern Virginia, VA: NoVA; Arlington, Alexandria, Fairfax, McLean, Reston, Springfield, Woodbridge
  Los Angeles, CA: LA, SoCal
  San Francisco, CA: SF, San Fran; Oakland, San Jose, Bay Area
  San Jose, CA: Silicon Valley; Palo Alto, Mountain View, Sunnyvale, Bay Area
  San Diego, CA: ; SoCal
  San Antonio, TX: San Antone, Alamo City
  Austin, TX: ATX
  Houston, TX: HTX, H-Town
  Atlanta, GA: ATL
  Chicago, IL: Chi-Town, Chicagoland
  Philadelphia, PA: Philly
  Saint Louis, MO: STL, St. Louis
  Kansas City, MO: KC, KCMO
  Oklahoma City, OK: OKC
  Colorado Springs, CO: the Springs
  Las Vegas, NV: Vegas
  New Orleans, LA: NOLA
  Salt Lake City, UT: SLC
  Minneapolis, MN: Twin Cities; Saint Paul
  Raleigh, NC: Research Triangle, the Triangle; Durham, Chapel Hill
  Jacksonville, FL: Jax
  Honolulu, HI: Oahu
  Norfolk, VA: ; Hampton Roads, Tidewater
  Virginia Beach, VA: ; Hampton Roads, Tidewater
  Newport News, VA: ; Hampton Roads, Tidewater
  Tampa, FL: ; Tampa Bay
  Seattle, WA: ; Puget Sound
  Tacoma, WA: ; Puget Sound
  Huntsville, AL: Rocket City
`);

function placed(lines: string): Post[] {
  return listed(lines).map((line) => {
    const at = line.value.lastIndexOf(", ");
    const region = line.value.slice(at + 2);
    const near = line.loose.flatMap(headquartersIn).map((text) => placeIn(text, region));
    return {
      ...line,
      names: line.names.flatMap(headquartersIn),
      name: line.value.slice(0, at),
      region,
      near,
      there: near.map(({ name }) => name).filter(isInstitution),
    };
  });
}

/** Whether it is an institution: living near one doesn't mean having been there. */
function isInstitution(name: string): boolean {
  const isSchool = schoolLines.some(({ names, loose }) => [...names, ...loose].includes(name));
  return /^\p{Lu}{2,}$/u.test(name) && !isSchool ||
    /\b(Brigade|Center|Command|Corps|Division|Group|headquarters|Laboratory|Regiment)\b/.test(name);
}

/** "Clarksville TN" is in another state than its post. */
function placeIn(text: string, region: string): PostPlace {
  const [, name = text, other = region] = /^(.+) ([A-Z]{2})$/.exec(text) ?? [];
  return { name, region: other };
}

function headquartersIn(text: string): string[] {
  const [, state] = /^(.+) National Guard headquarters$/.exec(text) ?? [];
  if (state === undefined) return [text];
  return [text, `${state} Guard headquarters`, `${state} National Guard hq`, `${state} Guard hq`];
}
