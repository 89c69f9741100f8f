import ts from 'typescript'
import { elementsOf, followExpression, type Located, type Reader, UnresolvedError } from './follow-expression.ts'

/** Stands for a parameter until all of them are numbered. */
const PARAMETER = '\0'

/** The text that Kysely sends for an `sql` template, with `$1` and so on for the values. */
export function renderStatement(reader: Reader, statement: Located): string {
  let count = 0
  return renderFragment(reader, statement).replaceAll(PARAMETER, () => `$${++count}`)
}

function renderFragment(reader: Reader, fragment: Located): string {
  const { node, scope } = followExpression(reader, fragment)
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') {
    return renderTemplate(node.template, (expression) =>
      isFragment(reader, expression) ? renderFragment(reader, { node: expression, scope }) : PARAMETER,
    )
  }
  if (ts.isCallExpression(node)) return renderCall(reader, node, scope)
  throw new UnresolvedError(node)
}

/** Calls like `sql.raw(…)` and `sql.join(…)`. */
function renderCall(reader: Reader, call: ts.CallExpression, scope: Located['scope']): string {
  const [method, [first, second]] = [call.expression.getText(), call.arguments]
  if (!first) throw new UnresolvedError(call)
  const located = { node: first, scope }
  if (method === 'sql.join') {
    const separator = second ? renderFragment(reader, { node: second, scope }) : ', '
    const parts = elementsOf(reader, located)
    return parts
      .map((part) => (isFragment(reader, part.node) ? renderFragment(reader, part) : PARAMETER))
      .join(separator)
  }
  if (method === 'sql.raw') return renderText(reader, located)
  if (method === 'sql.val') return PARAMETER
  if (method === 'sql.lit') return literalLike(reader.checker.getTypeAtLocation(first))
  if (method === 'sql.table' || method === 'sql.ref' || method === 'sql.id') {
    const name = renderText(reader, located)
    return name.replace(/\w+/g, (part) => `"${part}"`)
  }
  throw new UnresolvedError(call)
}

/** A constant string, put together from other constants. */
export function renderText(reader: Reader, text: Located): string {
  const { node, scope } = followExpression(reader, text)
  const render = (next: ts.Expression) => renderText(reader, { node: next, scope })
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text
  if (ts.isTemplateExpression(node)) return renderTemplate(node, render)
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [render(node.left), render(node.right)]
    return isNumber(reader, node) ? '1' : left + right
  }
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression
    const [separator] = node.arguments
    if (name.text === 'join') {
      const parts = elementsOf(reader, { node: expression, scope }).map((part) => renderText(reader, part))
      return parts.join(separator ? render(separator) : ',')
    }
  }
  throw new UnresolvedError(node, 'is not a constant text')
}

function renderTemplate(template: ts.TemplateLiteral, render: (expression: ts.Expression) => string): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text
  return template.templateSpans.reduce(
    (text, { expression, literal }) => text + render(expression) + literal.text,
    template.head.text,
  )
}

/** Kysely inserts whatever has an operation node as SQL, and everything else as a parameter. */
function isFragment({ checker }: Reader, expression: ts.Expression): boolean {
  const type = checker.getNonNullableType(checker.getTypeAtLocation(expression))
  const [first = type] = type.isUnion() ? type.types : [type]
  return first.getProperty('toOperationNode') !== undefined
}

function isNumber({ checker }: Reader, expression: ts.Expression): boolean {
  return (checker.getTypeAtLocation(expression).flags & ts.TypeFlags.NumberLike) !== 0
}

/** The value of a literal does not change the type of a result. */
function literalLike(type: ts.Type): string {
  if (type.flags & ts.TypeFlags.NumberLike) return '1'
  if (type.flags & ts.TypeFlags.BooleanLike) return 'true'
  return "'text'"
}
