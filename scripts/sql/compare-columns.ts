import type { DeclaredColumn, Kind } from './declared-columns.ts'

/** A column that the database returns. */
export type ReturnedColumn = { name: string; typeName: string; kind: Kind; isNullable: boolean }

/** What is declared and not returned, returned and not declared, or of another type. */
export function compareColumns(declared: DeclaredColumn[], returned: ReturnedColumn[]): string[] {
  const byName = new Map(returned.map((column) => [column.name, column]))
  const declaredNames = new Set(declared.map(({ name }) => name))
  return [
    ...declared.flatMap((column) => {
      const actual = byName.get(column.name)
      if (actual) return compareColumn(column, actual)
      const names = returned.map(({ name }) => name).join(', ')
      return [`column ${column.name} is declared, but the database returns only: ${names || 'no columns'}`]
    }),
    ...returned
      .filter(({ name }) => !declaredNames.has(name))
      .map(({ name }) => `the database returns the column ${name}, which the row type does not declare`),
  ]
}

function compareColumn({ name, kinds, isNullable }: DeclaredColumn, actual: ReturnedColumn): string[] {
  const declared = `${[...kinds].join(' | ')}${isNullable ? ' | null' : ''}`
  const faults: string[] = []
  if (kinds.size > 0 && ![...kinds].every((kind) => fits(kind, actual.kind))) {
    faults.push(
      `column ${name} is declared as ${declared}, but the database returns ${actual.typeName}, read as ${actual.kind}`,
    )
  }
  if (actual.isNullable && !isNullable) {
    faults.push(`column ${name} is declared as ${declared}, but the column of the table can be null`)
  }
  return faults
}

function fits(declared: Kind, actual: Kind): boolean {
  if (declared === 'any' || declared === actual) return true
  if (actual === 'json') return declared === 'json' || declared.endsWith('[]')
  return declared === 'any[]' && actual.endsWith('[]')
}
