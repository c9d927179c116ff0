import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { type Call, groups, type JsonSchema, type Parameter } from "./describe.ts";
import { isForPagesOnly, type OpenApiDocument, type Operation } from "./document.ts";

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

export interface PageLook {
  readonly theme: "light" | "dark";
  readonly nonce: string | undefined;
}

/** The description as one page without scripts, for the browser's own search. */
export function renderPage(
  calls: readonly Call[],
  document: OpenApiDocument,
  { theme, nonce }: PageLook,
): Html {
  const { schemas } = document.components;
  const callGroups = groups.map((group) =>
    [group, calls.filter((call) => call.group === group)] as const
  );
  return html`
    <!doctype html>
    <html lang="en" data-theme="${theme}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>API | Alumni Connect</title>
        <link rel="icon" type="image/svg+xml" href="/icon.svg">
        <style nonce="${nonce ?? ""}">${raw(pageStyle)}</style>
      </head>
      <body>
        <header>
          <h1>Alumni Connect API</h1>
          <p>The calls that the pages make, also as <a href="/api/openapi.json">OpenAPI 3.1</a>. Requests that
    change something must come from a page of this origin. Every answer that is no success is a
    <a href="#Problem">Problem</a>; one with 429 or 503 says in <code>Retry-After</code> after how many
    seconds to try again.</p>
        </header>
        <nav aria-label="Calls">${callGroups.map(([group, calls]) =>
          html`
            <h2>${group}</h2>
            <ul>${calls.map((call) =>
              html`<li><a href="#${anchorOf(call)}">${nameOf(call)}</a></li>`
            )}</ul>
          `
        )}<h2>Answers</h2><ul>${Object.keys(schemas).map((name) =>
          html`<li><a href="#${name}">${name}</a></li>`
        )}</ul></nav>
        <main>${callGroups.map(([group, calls]) =>
          html`<h2>${group}</h2>${
            calls.map((call) => callSection(call, document.paths[call.path]?.[call.method]))
          }`
        )}<h2>Answers</h2>${Object.entries(schemas).map(([name, schema]) =>
          html`<section id="${name}"><h3>${name}</h3>${schemaText(schema)}</section>`
        )}</main>
      </body>
    </html>
  `;
}

function callSection(call: Call, operation: Operation | undefined): Html {
  const { summary, details, who, limit, body, parameters, answer: [success, schema] } = call;
  const asks = [
    `Who: ${who}`,
    ...(isForPagesOnly(call) ? ["from a page of this origin"] : []),
    ...(limit === undefined ? [] : [`limit: ${limit}`]),
  ].join("; ");
  return html`<section id="${anchorOf(call)}"><h3><code>${nameOf(call)}</code></h3>
<p>${summary}. ${details ?? ""}</p>
<p class="quiet">${asks}</p>
${parameters === undefined ? "" : parameterTable(parameters)}
${
    body === undefined
      ? ""
      : html`<h4>Body</h4>${body === "file" ? html`<p>A file.</p>` : schemaText(body)}`
  }
<h4>Answers</h4><dl>${
    Object.entries(operation?.responses ?? {}).map(([status, answer]) =>
      html`
        <div>
          <dt>${status}</dt>
          <dd>${answer.description}${Number(status) === success && schema?.includes("/") === false
            ? html`: <a href="#${schema}">${schema}</a>`
            : ""}</dd>
        </div>
      `
    )
  }</dl></section>`;
}

function parameterTable(parameters: readonly Parameter[]): Html {
  return html`
    <h4>Parameters</h4>
    <dl>${parameters.map(({ name, says, schema, isJson }) =>
      html`
        <div>
          <dt>${name}</dt>
          <dd>${says} <code>${JSON.stringify(schema)}</code>${isJson ? " as JSON" : ""}</dd>
        </div>
      `
    )}</dl>
  `;
}

function schemaText(schema: JsonSchema): Html {
  const text = JSON.stringify(schema, null, 2);
  return html`
    <details>
      <summary>${schema.description ?? "Schema"}</summary>
      <pre tabindex="0">${text}</pre>
    </details>
  `;
}

function nameOf({ method, path }: Call): string {
  return `${method.toUpperCase()} ${path}`;
}

function anchorOf({ method, path }: Call): string {
  return `${method}-${path.replaceAll(/[^A-Za-z]+/g, "-")}`;
}

/** Style of the API's page, in both themes. */
export const pageStyle = `
:root { color-scheme: light; --text: #211f26; --quiet: #65636d; --page: #fdfcfd; --card: #fff;
  --line: #dbd8e0; --accent: #4d1979; }
[data-theme="dark"] { color-scheme: dark; --text: #eeeef0; --quiet: #b5b2bc; --page: #131016;
  --card: #1a191b; --line: #3c393f; --accent: #cfa5f2; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 80rem; padding: 1.5rem clamp(1rem, 4vw, 2.5rem);
  background: var(--page); color: var(--text);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
header, nav, main { max-width: 60rem; }
h1, h2, h3 { line-height: 1.25; }
h3 { font-size: 1.05rem; margin: 0; overflow-wrap: anywhere; }
h4 { margin: 1rem 0 0.25rem; font-size: 0.9rem; }
nav h2 { font-size: 1rem; margin: 1rem 0 0.25rem; }
nav ul { list-style: none; margin: 0; padding: 0; columns: 20rem; }
nav li { padding: 0.2rem 0; break-inside: avoid; overflow-wrap: anywhere; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
section { margin: 1rem 0; padding: 1rem 1.25rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 0.75rem; scroll-margin-top: 1rem; }
section:target { border-color: var(--accent); }
p { margin: 0.5rem 0; }
.quiet { color: var(--quiet); font-size: 0.9rem; }
dl { margin: 0; }
dl div { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: 0.15rem 0; }
dt { min-width: 6rem; font-weight: 600; }
dd { margin: 0; flex: 1 1 20rem; overflow-wrap: anywhere; }
summary { cursor: pointer; min-height: 1.75rem; }
pre { overflow: auto; max-height: 24rem; margin: 0.5rem 0 0; padding: 0.75rem;
  border: 1px solid var(--line); border-radius: 0.5rem; font-size: 0.85rem; }
`;
