import { states } from "../search-vocabulary.ts";
import { listed } from "./listed.ts";

export const regions = listed(`
  Europe: EU, European; Germany, Italy, Belgium, Netherlands, Poland, Romania, Kosovo, France, Spain, Portugal, Greece,
    United Kingdom, UK, England, Scotland, Turkey, Hungary, Lithuania, Latvia, Estonia, Norway, Sweden, Switzerland, Austria
  Asia: Asia-Pacific, Far East, Pacific Rim; South Korea, Korea, Japan, Philippines, Thailand, Singapore, Taiwan, India, China, Vietnam, Australia
  Middle East: CENTCOM area; Kuwait, Qatar, Iraq, Saudi Arabia, Jordan, Bahrain, United Arab Emirates, UAE, Israel
  Overseas: OCONUS, abroad, living overseas, stationed overseas, living abroad, stationed abroad, outside the US, outside of the US, outside the United States,
    other country, another country, foreign country; Germany, Italy, Belgium, Netherlands, Poland, Romania, Kosovo, France, Spain, Portugal, Greece,
    United Kingdom, UK, England, Scotland, Turkey, Hungary, Lithuania, Latvia, Estonia, Norway, Sweden, Switzerland, Austria,
    South Korea, Korea, Japan, Philippines, Thailand, Singapore, Taiwan, India, China, Vietnam, Australia, Kuwait, Qatar,
    Iraq, Saudi Arabia, Jordan, Bahrain, United Arab Emirates, UAE, Israel, Cuba, Honduras, Marshall Islands, Canada, Mexico
  West Coast: west coast states; California, Oregon, Washington
  Pacific Northwest: PNW; Washington, Oregon
  East Coast: eastern seaboard; Maine, New Hampshire, Massachusetts, Rhode Island, Connecticut, New York, New Jersey, Delaware, Maryland,
    District of Columbia, Virginia, North Carolina, South Carolina, Georgia, Florida
  New England: ; Maine, New Hampshire, Vermont, Massachusetts, Rhode Island, Connecticut
  Northeast: the northeast, north east; Maine, New Hampshire, Vermont, Massachusetts, Rhode Island, Connecticut, New York, New Jersey, Pennsylvania
  Midwest: the midwest, mid west; Ohio, Indiana, Illinois, Michigan, Wisconsin, Minnesota, Iowa, Missouri, North Dakota, South Dakota, Nebraska, Kansas
  The South: down south, deep south, southeast, the southeast; Virginia, North Carolina, South Carolina, Georgia, Florida, Alabama, Mississippi, Louisiana,
    Tennessee, Kentucky, Arkansas
  Southwest: the southwest, south west; Texas, New Mexico, Arizona, Oklahoma
`);

export const stateLines = Object.entries(states).map(([code, value]) => ({
  ...{ value, names: [code, `${value} state`, `state of ${value}`], loose: [] },
}));

/** Countries by their own names alone. */
export const countryLines = [...new Set(regions.flatMap(({ loose }) => loose))]
  .filter((member) => !Object.values(states).includes(member))
  .map((value) => ({ value, names: [], loose: [] }));
