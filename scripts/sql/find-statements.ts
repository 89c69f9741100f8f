import ts from 'typescript'
import { isRow } from './declared-columns.ts'

/** SQL in the source code, and the type that the code expects from it. */
export type Statement = {
  node: ts.Expression
  line: number
  /** A row for a whole statement; the value of an expression that is part of a query of Kysely. */
  returns: 'row' | 'value'
  type: ts.Type
  /** A template of Kysely, or a plain text with `$1` in it. */
  form: 'template' | 'text'
}

/** `sql` templates that declare a type or are executed, and texts for the driver whose row type is declared. */
export function findStatements(program: ts.Program, file: ts.SourceFile): Statement[] {
  const checker = program.getTypeChecker()
  const found: Statement[] = []
  const add = (node: ts.Expression, type: ts.Type, form: Statement['form']) => {
    const returns = form === 'text' || isRow(checker, type) || isExecuted(node) ? 'row' : 'value'
    found.push({ node, line: lineOf(node), returns, type, form })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') {
      const type = typeArgumentOf(checker, node)
      if (type && (node.typeArguments || isExecuted(node) || isRow(checker, type))) add(node, type, 'template')
    }
    const [row] = (ts.isCallExpression(node) && node.typeArguments) || []
    if (row && ts.isCallExpression(node)) {
      const text = textSentBy(checker, node)
      if (text) add(text, checker.getTypeFromTypeNode(row), 'text')
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function lineOf(node: ts.Node): number {
  return node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1
}

/** The `Row` of a `RawBuilder<Row>`. */
function typeArgumentOf(checker: ts.TypeChecker, node: ts.Expression): ts.Type | undefined {
  const type = checker.getTypeAtLocation(node)
  return type.aliasTypeArguments?.[0] ?? checker.getTypeArguments(type as ts.TypeReference)[0]
}

function isExecuted({ parent }: ts.Node): boolean {
  return ts.isPropertyAccessExpression(parent) && parent.name.text === 'execute'
}

/** `db.executeQuery<Row>(CompiledQuery.raw(text, values))` or `client.query<Row>(text, values)`. */
function textSentBy(
  checker: ts.TypeChecker,
  { expression, arguments: values }: ts.CallExpression,
): ts.Expression | undefined {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText()
  if (name === 'query') {
    return values.find((value) => checker.getTypeAtLocation(value).flags & ts.TypeFlags.StringLike)
  }
  const [query] = values
  if (name !== 'executeQuery' || !query || !ts.isCallExpression(query)) return undefined
  return query.expression.getText() === 'CompiledQuery.raw' ? query.arguments[0] : undefined
}
