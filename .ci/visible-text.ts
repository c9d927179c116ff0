/**
 * What people can read in a source file: text between tags, labels, messages and help texts. Names, addresses,
 * class names, SQL and types are left out; when in doubt, a text is printed.
 *
 * @module
 */
import { parseAst } from "vite";

export interface VisibleText {
  readonly line: number;
  /** On one line; `{…}` stands for an expression. */
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const gap = "{…}";
const hiddenAttributes =
  /^(class(Name)?|href|src|srcSet|id|name|type|style|rel|d|viewBox|transform|points|html[A-Z]\w+|action|method|form\w*|key|role|lang|autoComplete|inputMode|pattern|accept|sizes|media|fill|stroke\w*|aria-(describedby|labelledby|controls|live|current|autocomplete|haspopup)|data-.*|tone|size|variant|to)$/;
/** Functions whose texts are for programs. */
const technicalCalls =
  /^(querySelector(All)?|closest|matches|getAttribute|setAttribute|hasAttribute|addEventListener|removeEventListener|getElementById|createElement|header|setHeader|getHeader|fetch|RegExp|split|startsWith|endsWith|includes|replaceAll?|matchAll|read|write|execute|executeMultiple|exec|prepare|sql|raw|ref|lit|query|select(All)?|selectFrom|where|Intl|DateTimeFormat|NumberFormat)$/;
const sql =
  /^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|PRAGMA|WITH|DROP|BEGIN|COMMIT|ROLLBACK|VACUUM|ATTACH|DETACH|FROM|WHERE|AND|ON|SET|VALUES|GROUP BY|ORDER BY|LIMIT|JOIN|LEFT JOIN|UNION)\b(?! to\b)|\bIS (NOT )?NULL\b|PRIMARY KEY|[<>=] ?\?|^[\w-]+: [^;]+;( |$)/;

/** Everything that a person can read in the source text of a module, in order. */
export function visibleText(source: string, isTsx = true): VisibleText[] {
  const lineStarts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const found: { readonly start: number; readonly text: string }[] = [];
  const add = (start: number, text: string, isText: boolean) => {
    const line = text.replace(/\s+/g, " ").trim();
    if (isText ? /\p{L}/u.test(line.replaceAll(gap, "")) : isRead(line)) {
      found.push({ start, text: line });
    }
  };

  const visitAll = (values: readonly unknown[]) => {
    for (const value of values.flat()) if (isNode(value)) visit(value);
  };

  function visit(node: Node): void {
    if (/^Import|^ExportAll/.test(node.type)) return;
    if (node.type.startsWith("TS")) return visitAll([node.expression]);
    if (node.type === "JSXElement" || node.type === "JSXFragment") return visitElement(node);
    if (isComposed(node)) {
      const parts = flatten(node);
      add(node.start, parts.text, false);
      return visitAll(parts.rest);
    }
    const ignored = notRead(node);
    visitAll(Object.values(node).flat().filter((child) => !ignored.includes(child)));
  }

  /** Text and the tags within it are one sentence; tags beside each other are one each. */
  function visitElement(node: Node): void {
    if (isNode(node.openingElement)) visitAll(list(node.openingElement.attributes));
    const children = list(node.children);
    if (!children.some((child) => child.type === "JSXText" && /\p{L}/u.test(textOf(child)))) {
      return visitAll(children);
    }
    const rest: Node[] = [];
    const [first = node] = children;
    add(first.start + textOf(first).search(/\S|$/), inline(children, rest), true);
    visitAll(rest);
  }

  function inline(children: readonly Node[], rest: Node[]): string {
    return children.map((child) => {
      if (child.type === "JSXText") return textOf(child);
      if (child.type === "JSXExpressionContainer" && isNode(child.expression)) {
        const parts = flatten(child.expression);
        rest.push(...parts.rest);
        return parts.text;
      }
      if (isNode(child.openingElement)) rest.push(...list(child.openingElement.attributes));
      return list(child.children).length === 0 ? " " : inline(list(child.children), rest);
    }).join("");
  }

  visit(parseAst(source, { lang: isTsx ? "tsx" : "ts" }) as unknown as Node);
  return found.sort((a, b) => a.start - b.start)
    .map(({ start, text }) => ({ line: lineStarts.filter((at) => at <= start).length, text }));
}

const isComposed = ({ type, operator }: Node) =>
  type === "Literal" || type === "TemplateLiteral" ||
  type === "BinaryExpression" && operator === "+";

/** Parts of an expression whose texts are for programs: keys, what is compared, arguments of technical calls. */
function notRead({ type, ...node }: Node): readonly unknown[] {
  const texts = (...nodes: readonly unknown[]) => nodes.flat().filter(isText);
  if (type === "BinaryExpression") return texts(node.left, node.right);
  if (type === "SwitchCase") return [node.test];
  if (type === "MemberExpression") return [node.property];
  if (type === "Property" || type === "PropertyDefinition") {
    return node.computed ? texts(node.key) : [node.key];
  }
  if (type === "TaggedTemplateExpression" && /sql/i.test(nameOf(node.tag))) return [node.quasi];
  if (type === "JSXAttribute" && hiddenAttributes.test(nameOf(node.name))) return [node.value];
  const isTechnical = /^(Call|New)Exp/.test(type) && technicalCalls.test(nameOf(node.callee));
  return isTechnical ? texts(node.arguments) : [];
}

/** A text that is put together, with gaps; `rest` are the expressions in the gaps. */
function flatten(node: Node): { readonly text: string; readonly rest: readonly Node[] } {
  if (!isComposed(node)) return { text: gap, rest: [node] };
  if (node.type === "Literal") return { text: isText(node) ? textOf(node) : gap, rest: [] };
  const isTemplate = node.type === "TemplateLiteral";
  const parts = list(isTemplate ? node.expressions : [node.left, node.right]).map(flatten);
  const quasis = isTemplate ? list(node.quasis).map(cooked) : ["", "", ""];
  return {
    text: quasis.map((quasi, at) => quasi + (parts[at]?.text ?? "")).join(""),
    rest: parts.flatMap(({ rest }) => rest),
  };
}

/** Whether a text in code is for people: it has words, and is no SQL, address, path or list of classes. */
function isRead(line: string): boolean {
  const words = line.replaceAll(gap, "");
  if (sql.test(line) || /^([\w-]+:\/\/|[./#@<&?]|--)\S*$/.test(line)) return false;
  if (/^\W*[A-Z][a-z]+\W*$/.test(words)) return true;
  const tokens = words.split(" ").filter((token) => /\p{L}/u.test(token));
  if (!/\p{L}{2,}/u.test(words) || !/\p{L}.*\s|\s.*\p{L}/u.test(line)) return false;
  return tokens.filter((token) => /^[a-z\d]+-[a-z\d-]+$|[<>{}=_]|^[a-z]+:/.test(token)).length * 2 <
    tokens.length;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;
const list = (value: unknown): Node[] => Array.isArray(value) ? value.filter(isNode) : [];
const textOf = ({ value }: Node): string => typeof value === "string" ? value : "";
const isText = (value: unknown): boolean =>
  isNode(value) && (value.type === "TemplateLiteral" || typeof value.value === "string");

function cooked({ value }: Node): string {
  return typeof value === "object" && value !== null && "cooked" in value ? `${value.cooked}` : "";
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  if (typeof node.name === "string") return node.name;
  return nameOf(node.property ?? node.callee ?? node.name);
}
