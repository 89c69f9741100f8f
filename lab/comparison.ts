import { startProgress } from '../e2e/kit/progress.ts'
import { median, round } from './figures.ts'

type Measured = { perSecond: number; p99Ms?: number; cpuUs?: number; failures: string[] }

/** Something that is measured. Round 0 warms up. */
export type Side = { name: string; title: string; measure: (round: number) => Promise<Measured> }

export type Comparison = { figures: Record<string, number>; failures: string[]; missed: string[] }

/**
 * Measures all sides in alternating rounds and prints a table. Each ratio is taken within a round, so that it does not
 * change when the machine is slower for a while. All figures are medians of the rounds. The first side must reach
 * `minRatio` times the speed of the second; a lower ratio is reported in `missed`.
 */
export async function compareSides(
  sides: [judged: Side, against: Side, ...others: Side[]],
  { label, rounds, minRatio }: { label: string; rounds: number; minRatio: number },
): Promise<Comparison> {
  const [judged, against] = sides
  const measured = await alternateRounds(sides, { rounds, label })
  const rows = sides.map(({ name, title }, i) => {
    const list = measured[i] ?? []
    return {
      name,
      title,
      perSecond: Math.round(median(list.map(({ perSecond }) => perSecond))),
      ratio: round(medianRatio(list, measured[1]), 3),
      p99Ms: round(median(list.flatMap(({ p99Ms }) => p99Ms ?? [])), 3),
      cpuUs: round(median(list.flatMap(({ cpuUs }) => cpuUs ?? [])), 3),
      failures: [...new Set(list.flatMap(({ failures }) => failures))].map((failure) => `${name}: ${failure}`),
    }
  })
  console.table(
    rows.map(({ title, perSecond, ratio, p99Ms, cpuUs }) => ({
      [label]: title,
      'per second': perSecond,
      [`of ${against.name}`]: ratio,
      'p99 ms': p99Ms || '',
      'CPU µs': cpuUs || '',
    })),
  )
  const figures: Record<string, number> = {}
  const failures = rows.flatMap((row) => row.failures)
  const missed: string[] = []
  for (const { name, perSecond, ratio, p99Ms, cpuUs } of rows) {
    figures[`${name}PerSecond`] = perSecond
    if (!Number.isNaN(cpuUs)) figures[`${name}CpuUs`] = cpuUs
    if (name !== judged.name && name !== against.name) figures[`${name}Ratio`] = ratio
    if (name !== judged.name) continue
    figures['ratio'] = ratio
    if (!Number.isNaN(p99Ms)) figures['p99Ms'] = p99Ms
    if (!(ratio >= minRatio)) missed.push(`the ratio is ${ratio} instead of at least ${minRatio}`)
  }
  return { figures, failures, missed }
}

/** Measures one side, without something to compare it with. */
export async function measureAlone(
  side: Side,
  { label, rounds }: { label: string; rounds: number },
): Promise<Comparison> {
  const [list = []] = await alternateRounds([side], { rounds, label })
  const figures = {
    perSecond: Math.round(median(list.map(({ perSecond }) => perSecond))),
    ...Object.fromEntries(
      (['p99Ms', 'cpuUs'] as const)
        .map((name) => [name, round(median(list.flatMap((each) => each[name] ?? [])), 3)] as const)
        .filter(([, value]) => !Number.isNaN(value)),
    ),
  }
  return { figures, failures: [...new Set(list.flatMap(({ failures }) => failures))], missed: [] }
}

function medianRatio(list: Measured[] = [], baseline: Measured[] = []): number {
  return median(list.map(({ perSecond }, at) => perSecond / (baseline[at]?.perSecond ?? Number.NaN)))
}

/**
 * Measures all sides in every round, in every second round in reverse order, so that other load on the machine affects
 * all sides alike. Returns the results of each side. Round 0 warms up, so its results are left out.
 */
export async function alternateRounds<T>(
  sides: { measure: (round: number) => Promise<T> }[],
  { rounds, label }: { rounds: number; label: string },
): Promise<T[][]> {
  const results: T[][] = sides.map(() => [])
  const progress = startProgress(label, sides.length * (rounds + 1))
  for (let turn = 0; turn <= rounds; turn++) {
    for (const [i, side] of turn % 2 === 0 ? [...sides.entries()] : [...sides.entries()].toReversed()) {
      const result = await side.measure(turn)
      if (turn > 0) results[i]?.push(result)
      progress.add(1)
    }
  }
  progress.done()
  return results
}
