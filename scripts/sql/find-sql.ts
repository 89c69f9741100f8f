import ts from 'typescript'

/** A piece of SQL in a source file. `from` is where it begins in the file. */
export type SqlText = { text: string; from: number }

/** Methods of Kysely whose first argument names a table. */
export const TABLE_METHODS =
  /^(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|using|table)$/
const LOOKS_LIKE_SQL = /\b(select\b[\s\S]*\bfrom|insert into|delete from|update \w+ (\w+ )?set|join \w+ (\w+ )?on)\b/

/** SQL in TypeScript: `sql` templates, other strings that look like statements, and tables named in calls of Kysely. */
export function findSql(file: ts.SourceFile): SqlText[] {
  const found: SqlText[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node) || ts.isStringLiteralLike(node)) {
      const text = textOf(node)
      const from = node.getStart(file) + 1
      if (isTagged(node) || LOOKS_LIKE_SQL.test(text)) found.push({ text, from })
      else if (namesTable(node)) found.push({ text: `from ${text}`, from: from - 'from '.length })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** The literal parts, as long as in the source: interpolated values become spaces. Nested templates are found by themselves. */
function textOf(node: ts.TemplateExpression | ts.StringLiteralLike): string {
  if (!ts.isTemplateExpression(node)) return node.text
  const source = node.getText().slice(1, -1)
  const start = node.getStart() + 1
  return node.templateSpans.reduce((text, { expression }) => {
    const [from, to] = [expression.getFullStart() - start - 2, expression.getEnd() - start + 1]
    return text.slice(0, from) + ' '.repeat(to - from) + text.slice(to)
  }, source)
}

function isTagged(node: ts.Node): boolean {
  return ts.isTaggedTemplateExpression(node.parent) && node.parent.tag.getText().startsWith('sql')
}

function namesTable(node: ts.Node): boolean {
  const { parent } = node
  return (
    ts.isCallExpression(parent) &&
    parent.arguments[0] === node &&
    ts.isPropertyAccessExpression(parent.expression) &&
    TABLE_METHODS.test(parent.expression.name.text)
  )
}
