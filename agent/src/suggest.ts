/** Returns ' Did you mean X?' for the most similar known name, or an empty text if no name is similar. */
export function suggest(input: string, knownNames: readonly string[]): string {
  const maxDistance = input.length > 3 ? 2 : 1
  const [closest] = knownNames
    .map((name) => ({ name, distance: name.startsWith(input) ? 1 : editDistance(input, name) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance)
  return closest ? ` Did you mean ${closest.name}?` : ''
}

/** The Levenshtein distance: how many characters have to be inserted, deleted or replaced. */
function editDistance(a: string, b: string): number {
  let previousRow = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [index, character] of [...a].entries()) {
    const row = [index + 1]
    for (let column = 1; column <= b.length; column++) {
      const replaceCost = (previousRow[column - 1] ?? 0) + (character === b[column - 1] ? 0 : 1)
      row.push(Math.min(replaceCost, (previousRow[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1))
    }
    previousRow = row
  }
  return previousRow[b.length] ?? 0
}
