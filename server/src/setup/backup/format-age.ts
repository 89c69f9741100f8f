const UNITS: [name: string, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]

/** `3 hours`: the largest unit of which there are at least two. */
export function formatAge(seconds: number): string {
  const [name, length] = UNITS.find(([, each]) => seconds >= 2 * each) ?? ['second', 1]
  const count = Math.max(0, Math.floor(seconds / length))
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
