/**
 * Holds answers to the description of the API: a field, a status or a header that no one described
 * is an error.
 *
 * @module
 */
import { Ajv2020 } from "ajv/dist/2020.js";
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

/** The description of the API at an origin, and what in answers it doesn't say. */
export class Described {
  readonly document: OpenApiDocument;
  readonly #ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
  readonly #paths: readonly (readonly [RegExp, OpenApiDocument["paths"][string]])[];

  constructor(appOrigin: string) {
    this.document = documentOf(routes, appOrigin);
    addFormats.default(this.#ajv);
    this.#ajv.addVocabulary(["openapi", "info", "servers", "tags", "paths", "components"]);
    this.#ajv.addSchema(this.document, "description");
    this.#paths = Object.entries(this.document.paths)
      .map(([path, operations]) => [patternOf(path), operations] as const);
  }

  /** Operation of a request; `undefined` if it is not described. */
  operationOf(method: string, pathname: string): Operation | undefined {
    // HEAD is GET without a body.
    const asked = (method === "HEAD" ? "get" : method.toLowerCase()) as Call["method"];
    return this.#paths.find(([pattern]) => pattern.test(pathname))?.[1]?.[asked];
  }

  /**
   * What is wrong with an answer, in words; `undefined` when it is as described. Reads its body.
   *
   * @param request Of which path and method it is the answer.
   */
  async wrongWith(
    { method, pathname }: { readonly method: string; readonly pathname: string },
    answer: Response,
  ): Promise<string | undefined> {
    const operation = this.operationOf(method, pathname);
    const text = await answer.text();
    const { status } = answer;
    if (operation === undefined) {
      // Paths and methods that do not exist are answered alike everywhere.
      if (answer.ok) return "is not described";
      return text === "" ? undefined : this.#jsonProblem("Problem", text);
    }
    const described = operation.responses[status] as AnswerObject | undefined;
    if (described === undefined) return `has status ${status}, which is not described`;
    for (const name of Object.keys(described.headers ?? {})) {
      if (!answer.headers.has(name)) return `has no ${name}`;
    }
    if (method === "HEAD" || described.content === undefined) {
      const isProbe = method !== "HEAD" && /^\/(health|ready)z$/.test(pathname);
      return text === "" || isProbe ? undefined : "has a body";
    }
    const type = answer.headers.get("Content-Type")?.split(";")[0] ?? "nothing";
    const content = described.content[type];
    if (content === undefined) return `is ${type}`;
    const { $ref } = content.schema;
    return $ref === undefined ? undefined : this.#jsonProblem($ref.split("/").at(-1) ?? "", text);
  }

  #jsonProblem(name: string, text: string): string | undefined {
    const validate = this.#ajv.getSchema(`description#/components/schemas/${name}`);
    if (validate === undefined) throw new Error(`No schema is called ${name}`);
    try {
      if (validate(JSON.parse(text))) return undefined;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return "is no JSON";
    }
    const [first] = validate.errors ?? [];
    const params = JSON.stringify(first?.params);
    return `is no ${name}: ${first?.instancePath} ${first?.message} ${params}`;
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
