import ts from 'typescript'

/** The JavaScript value that a column holds, as in `string` or `number[]`. */
export type Kind = string
export type DeclaredColumn = { name: string; kinds: Set<Kind>; isNullable: boolean }

/** A row type as columns. Undefined if it names none, as `Record<string, unknown>` or a type parameter. */
export function declaredColumns(checker: ts.TypeChecker, row: ts.Type): DeclaredColumn[] | undefined {
  if (row.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) return undefined
  if (checker.getIndexInfoOfType(row, ts.IndexKind.String)) return undefined
  const columns = new Map<string, DeclaredColumn>()
  for (const property of (row.isUnion() ? row.types : [row]).flatMap((part) => checker.getPropertiesOfType(part))) {
    const { kinds, isNullable } = declaredValue(checker, checker.getTypeOfSymbol(property))
    const known = columns.get(property.name) ?? { name: property.name, kinds: new Set<Kind>(), isNullable: false }
    columns.set(property.name, {
      name: property.name,
      kinds: new Set([...known.kinds, ...kinds]),
      isNullable: known.isNullable || isNullable,
    })
  }
  return [...columns.values()]
}

export function declaredValue(checker: ts.TypeChecker, type: ts.Type): Omit<DeclaredColumn, 'name'> {
  const parts = type.isUnion() ? type.types : [type]
  const empty = ts.TypeFlags.Null | ts.TypeFlags.Undefined
  return {
    kinds: new Set(parts.filter((part) => !(part.flags & empty)).map((part) => kindOf(checker, part))),
    isNullable:
      parts.some((part) => part.flags & ts.TypeFlags.Null) || parts.some((part) => kindOf(checker, part) === 'any'),
  }
}

/** A row is an object with columns; everything else is the value of one expression. */
export function isRow(checker: ts.TypeChecker, type: ts.Type): boolean {
  return kindOf(checker, type) === 'json' && !type.isUnion() && !checker.isArrayType(type)
}

function kindOf(checker: ts.TypeChecker, type: ts.Type): Kind {
  const { flags } = type
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) return 'any'
  if (flags & ts.TypeFlags.StringLike) return 'string'
  if (flags & ts.TypeFlags.NumberLike) return 'number'
  if (flags & ts.TypeFlags.BooleanLike) return 'boolean'
  if (flags & ts.TypeFlags.BigIntLike) return 'bigint'
  // Ids are strings with a brand.
  if (type.isIntersection()) {
    const plain = type.types.find((part) => part.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike))
    return plain ? kindOf(checker, plain) : 'json'
  }
  const name = type.symbol?.name
  if (name === 'Date') return 'Date'
  if (name === 'Buffer' || name === 'Uint8Array') return 'Buffer'
  if (checker.isTupleType(type)) return 'json'
  const [element] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : []
  if (element) {
    const [kind = 'any', ...more] = declaredValue(checker, element).kinds
    return more.length > 0 || kind === 'json' || kind.endsWith('[]') ? 'json' : `${kind}[]`
  }
  return 'json'
}
