import ts from 'typescript'
import { functionOf } from './follow-expression.ts'

const callsByName = new WeakMap<ts.Program, Map<string, ts.CallExpression[]>>()

/** All calls of a function in the source code, except in tests. */
export function findCalls(program: ts.Program, called: ts.SignatureDeclaration): ts.CallExpression[] {
  const byName = callsByName.get(program) ?? indexCalls(program)
  callsByName.set(program, byName)
  const named = called.name ?? (ts.isVariableDeclaration(called.parent) ? called.parent.name : undefined)
  const calls = byName.get(named?.getText() ?? '') ?? []
  return calls.filter((call) => functionOf(program.getTypeChecker(), call) === called)
}

function indexCalls(program: ts.Program): Map<string, ts.CallExpression[]> {
  const found: ts.CallExpression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) found.push(node)
    ts.forEachChild(node, visit)
  }
  for (const file of program.getSourceFiles()) {
    if (!file.isDeclarationFile && !file.fileName.endsWith('.test.ts')) visit(file)
  }
  return Map.groupBy(found, ({ expression }) =>
    ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText(),
  )
}
