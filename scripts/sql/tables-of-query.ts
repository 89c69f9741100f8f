import ts from 'typescript'
import { TABLE_METHODS } from './find-sql.ts'

/** The tables, with their aliases, of the query of Kysely that an expression is part of. Undefined outside of a query. */
export function tablesOfQuery(expression: ts.Node): string[] | undefined {
  const tables: string[] = []
  for (let node = expression; !ts.isSourceFile(node) && !ts.isFunctionDeclaration(node); node = node.parent) {
    if (ts.isCallExpression(node)) collectTables(node, tables)
    if (ts.isStatement(node)) break
  }
  return tables.length > 0 ? [...new Set(tables)] : undefined
}

function collectTables(call: ts.CallExpression, into: string[]): void {
  for (let node: ts.Expression = call; ts.isCallExpression(node);) {
    const { expression } = node
    if (!ts.isPropertyAccessExpression(expression)) return
    const [name] = node.arguments
    if (TABLE_METHODS.test(expression.name.text) && name && ts.isStringLiteralLike(name)) into.push(name.text)
    node = expression.expression
  }
}
