/**
 * Holds answers to the description of the API: a field, a status or a header that no one described
 * is an error.
 *
 * @module
 */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type AppDependencies, createApp } from "../app.ts";
import { type Call, callsOf } from "../openapi/describe.ts";
import { documentOf, type OpenApiDocument, type Operation } from "../openapi/document.ts";
import { testOrigin } from "./origin.ts";

/** The routes, mounted as they are where uploads go to the service itself; without handlers' work. */
const { routes } = createApp({
  product: { pictures: { receive: () => Promise.reject() } },
  metrics: {},
  appEnv: "test",
  appOrigin: testOrigin,
  trustedProxies: [],
} as unknown as AppDependencies);

/** Every call that is mounted. */
export const calls = callsOf(routes);

export interface Described {
  readonly document: OpenApiDocument;
  /** Operation of a request; `undefined` if it is not described. */
  operationOf(method: string, pathname: string): Operation | undefined;
  /**
   * What is wrong with an answer, in words; `undefined` when it is as described. Reads its body.
   *
   * @param request Of which path and method it is the answer.
   */
  wrongWith(
    request: { readonly method: string; readonly pathname: string },
    answer: Response,
  ): Promise<string | undefined>;
}

export function createDescribed(appOrigin: string): Described {
  const document = documentOf(routes, appOrigin);
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
  addFormats.default(ajv);
  ajv.addVocabulary(["openapi", "info", "servers", "tags", "paths", "components"]);
  ajv.addSchema(document, "description");
  const paths = Object.entries(document.paths).map(([path, operations]) =>
    [patternOf(path), operations] as const
  );

  function validatorOf(name: string): ValidateFunction {
    const found = ajv.getSchema(`description#/components/schemas/${name}`);
    if (found === undefined) throw new Error(`No schema is called ${name}`);
    return found;
  }

  function operationOf(method: string, pathname: string): Operation | undefined {
    // HEAD is GET without a body.
    const asked = (method === "HEAD" ? "get" : method.toLowerCase()) as Call["method"];
    return paths.find(([pattern]) => pattern.test(pathname))?.[1][asked];
  }

  function schemaProblem(name: string, value: unknown): string | undefined {
    const validate = validatorOf(name);
    if (validate(value)) return undefined;
    const [first] = validate.errors ?? [];
    return `is no ${name}: ${first?.instancePath} ${first?.message} ${
      JSON.stringify(first?.params)
    }`;
  }

  return {
    document,
    operationOf,
    async wrongWith({ method, pathname }, answer) {
      const operation = operationOf(method, pathname);
      const text = await answer.text();
      const { status } = answer;
      if (operation === undefined) {
        // Paths and methods that do not exist are answered alike everywhere.
        return answer.ok ? "is not described" : problemOf(text);
      }
      const described = operation.responses[status] as AnswerObject | undefined;
      if (described === undefined) return `has status ${status}, which is not described`;
      for (const name of Object.keys(described.headers ?? {})) {
        if (!answer.headers.has(name)) return `has no ${name}`;
      }
      if (method === "HEAD" || described.content === undefined) {
        return text === "" || method !== "HEAD" && /^\/(health|ready)z$/.test(pathname)
          ? undefined
          : "has a body";
      }
      const type = answer.headers.get("Content-Type")?.split(";")[0] ?? "nothing";
      const content = described.content[type];
      if (content === undefined) return `is ${type}`;
      const { $ref } = content.schema;
      return $ref === undefined ? undefined : jsonProblem($ref.split("/").at(-1) ?? "", text);
    },
  };

  function problemOf(text: string): string | undefined {
    return text === "" ? undefined : jsonProblem("Problem", text);
  }

  function jsonProblem(name: string, text: string): string | undefined {
    try {
      return schemaProblem(name, JSON.parse(text));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return "is no JSON";
    }
  }
}

interface AnswerObject {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>;
}

/** Matches the paths of a template with `{names}`. */
function patternOf(template: string): RegExp {
  const escaped = template.split(/\{\w+\}/).map((part) =>
    part.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&")
  );
  return new RegExp(`^${escaped.join("[^/]+")}$`);
}
