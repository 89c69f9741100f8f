/** Longer parts are shown as removed and added as a whole, because comparing them takes long. */
const MAX_COMPARED = 400
const MAX_LENGTH = 20_000

/** The lines that differ, with `-` and `+`, and the number of the line before each group. */
export function diffLines(before: string, after: string): string {
  const [a, b] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const [old, current] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const lines = old.length * current.length > MAX_COMPARED ** 2 ? replaceAll(old, current) : compare(old, current)
  const text = [`@@ ${start + 1}`, ...lines].join('\n')
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}\n…` : text
}

function replaceAll(old: string[], current: string[]): string[] {
  return [...old.map((line) => `-${line}`), ...current.map((line) => `+${line}`)]
}

/** By the longest common subsequence. */
function compare(old: string[], current: string[]): string[] {
  const width = current.length + 1
  const lengths = new Uint32Array((old.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = current.length - 1; j >= 0; j--)
      lengths[i * width + j] = old[i] === current[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: string[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < current.length) {
    if (i < old.length && j < current.length && old[i] === current[j]) {
      lines.push(` ${old[i]}`)
      i++
      j++
    } else if (i < old.length && (j >= current.length || at(i + 1, j) >= at(i, j + 1))) lines.push(`-${old[i++]}`)
    else lines.push(`+${current[j++]}`)
  }
  return lines
}
