const MAX_EDITS = 2

/** The candidate that was probably meant by a misspelt text. Undefined if the text is known, or similar to none. */
export function findSimilar(text: string, candidates: readonly string[]): string | undefined {
  const lower = text.toLowerCase()
  if (candidates.includes(lower)) return undefined
  const ranked = candidates
    .map((candidate) => ({ candidate, edits: countEdits(lower, candidate) }))
    // In a short word two edits leave nothing that could be recognised.
    .filter(({ candidate, edits }) => edits <= Math.min(MAX_EDITS, candidate.length / 3))
    .sort((a, b) => a.edits - b.edits)
  return ranked[0]?.candidate
}

/** Insertions, deletions and replacements (Levenshtein). */
function countEdits(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (const [i, char] of [...from].entries()) {
    const current = [i + 1]
    for (let j = 0; j < to.length; j++) {
      const replaced = (previous[j] ?? 0) + (char === to[j] ? 0 : 1)
      current.push(Math.min(replaced, (previous[j + 1] ?? 0) + 1, (current[j] ?? 0) + 1))
    }
    previous = current
  }
  return previous[to.length] ?? 0
}
