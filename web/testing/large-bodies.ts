/**
 * Hostile requests: the largest bodies and queries that a server accepts, in the shapes that cost
 * it most.
 * @module
 */
import { maxFilterValues } from "../../api/contract/directory.ts";
import { profileFields } from "../../events/members/profile-fields.ts";
import { facetGroups } from "../../search/facets.ts";

export const fill = "<";
export const many = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at));

/** Every field of any form or call. */
const fields = [
  ...profileFields,
  ...["username", "password", "email", "firstName", "lastName", "role", "cadreCode", "token"],
  ...["newPassword", "confirmPassword", "opened", "version", "add", "remove", "returnTo"],
];

/** JSON bodies of about this size. */
export function jsonBodies(size: number): Record<string, string> {
  const each = Math.floor(size / fields.length) - 30;
  const entries = (count: number) =>
    fields.map((name) => `"${name}":[${many(count, () => '"<"').join()}]`);
  return {
    "one text": JSON.stringify({ username: fill.repeat(size - 20) }),
    "texts": JSON.stringify(Object.fromEntries(fields.map((name) => [name, fill.repeat(each)]))),
    "lists": `{${entries(Math.floor(each / 4)).join()}}`,
    "lists of sixty": `{${entries(60).join()}}`,
    "unknown names": `{${many(Math.floor(size / 12), (at) => `"f${at}":0`).join()}}`,
    "a few hundred unknown names": `{${
      many(400, (at) => `"${at}${fill.repeat(size / 400 - 20)}":0`).join()
    }}`,
    "one name": `{"${fill.repeat(size - 20)}":0}`,
    "the same name": `{${many(Math.floor(size / 13), () => '"bio":"<"').join()}}`,
    "prototypes": `{${many(Math.floor(size / 17), () => '"__proto__":{}').join()}}`,
    "depth": `{"bio":${"[".repeat(size / 2 - 10)}${"]".repeat(size / 2 - 10)}}`,
    "depth of objects": '{"a":'.repeat(size / 6) + "1" + "}".repeat(size / 6),
    "empty lists": `{"expertise":[${many(Math.floor(size / 3) - 10, () => "[]").join()}]}`,
    "digits": `{"bio":${"9".repeat(size - 20)}}`,
    "spaces": `{}${" ".repeat(size - 20)}`,
    "escapes": `{"bio":"${"\\u200d".repeat(size / 6 - 10)}"}`,
    "no JSON": '"\\'.repeat(size / 2),
  };
}

/** Form bodies of about this size. */
export function formBodies(size: number): Record<string, string> {
  const textFields = profileFields.filter((name) =>
    !/expertise|Schools|Positions|Topics/.test(name)
  );
  const each = Math.floor(size / fields.length) - 30;
  const lists = ["expertise", "armySchools", "previousPositions"];
  const listed = (count: number) =>
    lists.flatMap((name) => many(count, () => `${name}=${fill.repeat(size / count / 3 - 20)}`));
  return {
    "one text": `bio=${fill.repeat(size - 20)}`,
    "one name in the form": `username=${fill.repeat(size - 20)}`,
    "texts": fields.map((name) => `${name}=${fill.repeat(each)}`).join("&"),
    "one field": many(Math.floor(size / 11), () => "expertise=").join("&"),
    "lists as long as they show": listed(60).join("&"),
    "all that shows": [
      ...lists.flatMap((name) => many(60, () => `${name}=${fill.repeat(300)}`)),
      ...textFields.map((name) => `${name}=${fill.repeat(5000)}`),
    ].join("&"),
    "lists that are longer": listed(61).join("&"),
    "a list and a button": [...listed(60), "add=expertise"].join("&"),
    "as many fields as there may be": many(198, (at) => `f${at}=${fill.repeat(size / 200 - 20)}`)
      .join("&"),
    "unknown fields": many(Math.floor(size / 8), (at) => `f${at}=`).join("&"),
    "one name": `${fill.repeat(size - 20)}=1`,
    "no fields": "&".repeat(size - 20),
    "no names": "=".repeat(size - 20),
    "half an encoding": "bio=" + "%".repeat(size - 20),
    "joiners": `username=a${"%E2%80%8D".repeat(size / 9 - 10)}b`,
    "a place": `returnTo=/${fill.repeat(size - 20)}`,
  };
}

/** Multipart bodies of about this size. */
export function multipartBodies(size: number): Record<string, string> {
  const part = (name: string, text: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  const file = '--x\r\nContent-Disposition: form-data; name="bio"; filename="a"\r\n\r\n\r\n';
  return {
    "parts": many(Math.floor(size / 60), () => part("a", "")).join("") + "--x--\r\n",
    "files": many(Math.floor(size / 80), () => file).join("") + "--x--\r\n",
    "one part": part("bio", fill.repeat(size - 100)) + "--x--\r\n",
    "a part without end": part("bio", "\r\n--".repeat(size / 4 - 40)),
    "a header": `--x\r\n${"a".repeat(size - 40)}: b\r\n\r\n--x--\r\n`,
  };
}

/** Queries of about this size. */
export function queries(size: number): Record<string, string> {
  const values = (name: string, count: number, length: number) =>
    many(count, (at) => `${name}=${at}${fill.repeat(length)}`).join("&");
  const each = Math.floor(size / facetGroups.length / maxFilterValues) - 25;
  return {
    "a search": `search=${fill.repeat(size)}`,
    "a search that is taken": `search=${fill.repeat(200)}`,
    "a value": `industries=${fill.repeat(size)}`,
    "values": facetGroups.map((name) => values(name, maxFilterValues, each)).join("&"),
    "short values": facetGroups.map((name) => values(name, maxFilterValues, 30)).join("&"),
    "values without end": values("industries", Math.floor(size / 20), 3),
    "a JSON list": `industries=[${many(Math.floor(size / 4), () => '""').join()}]`,
    "a JSON list of values": `industries=[${
      many(100, (at) => `"${at}${fill.repeat(190)}"`).join()
    }]`,
    "unknown names": many(Math.floor(size / 8), (at) => `f${at}=`).join("&"),
    "no names": "&".repeat(size),
    "a token": `token=${fill.repeat(size)}`,
    "half an encoding": `search=${"%".repeat(size)}`,
  };
}
