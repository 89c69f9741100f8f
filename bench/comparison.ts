import { alternateRounds } from './alternate-rounds.ts'
import { median, round } from './figures.ts'

export type Measured = { perSecond: number; p99Ms?: number; cpuUs?: number; failures: string[] }

/** Something that is measured. Round 0 warms up. */
export type Side = { name: string; title: string; measure: (round: number) => Promise<Measured> }

export type Comparison = { figures: Record<string, number>; failures: string[] }

type Settings = {
  label: string
  rounds: number
  /** The name of the side that must reach `minRatio` times the speed of the side `against`. */
  judged: string
  against: string
  minRatio: number
}

type Row = { name: string; title: string; perSecond: number; ratio: number; p99Ms: number; cpuUs: number }

/**
 * Measures all sides in alternating rounds and prints a table. Each ratio is taken within a round, so that it does not
 * change when the machine is slower for a while. All figures are medians of the rounds.
 */
export async function compareSides(sides: Side[], settings: Settings): Promise<Comparison> {
  const { label, rounds, judged, against, minRatio } = settings
  const measured = await alternateRounds(sides, { rounds, label })
  const baseline = measured[sides.findIndex(({ name }) => name === against)] ?? []
  const rows = sides.map(({ name, title }, i): Row => {
    const list = measured[i] ?? []
    return {
      name,
      title,
      perSecond: median(list.map(({ perSecond }) => perSecond)),
      ratio: median(list.map(({ perSecond }, at) => perSecond / (baseline[at]?.perSecond ?? Number.NaN))),
      p99Ms: median(list.flatMap(({ p99Ms }) => p99Ms ?? [])),
      cpuUs: median(list.flatMap(({ cpuUs }) => cpuUs ?? [])),
    }
  })
  printTable(rows, { label, against })
  const figures = toFigures(rows, { judged, against })
  const failures = sides.flatMap(({ name }, i) =>
    [...new Set((measured[i] ?? []).flatMap((each) => each.failures))].map((failure) => `${name}: ${failure}`),
  )
  const ratio = figures['ratio'] ?? Number.NaN
  if (!(ratio >= minRatio)) failures.push(`the ratio is ${ratio}; it must be at least ${minRatio}`)
  return { figures, failures }
}

function printTable(rows: Row[], { label, against }: { label: string; against: string }): void {
  const show = (value: number) => (Number.isNaN(value) ? '' : value.toFixed(1))
  console.table(
    rows.map(({ title, perSecond, ratio, p99Ms, cpuUs }) => ({
      [label]: title,
      'per second': Math.round(perSecond),
      [`of ${against}`]: round(ratio, 3),
      'p99 ms': show(p99Ms),
      'CPU µs': show(cpuUs),
    })),
  )
}

function toFigures(rows: Row[], { judged, against }: { judged: string; against: string }): Record<string, number> {
  const figures: Record<string, number> = {}
  const main = rows.find(({ name }) => name === judged)
  figures['ratio'] = round(main?.ratio ?? Number.NaN, 3)
  for (const { name, ratio } of rows) {
    if (name !== judged && name !== against) figures[`${name}Ratio`] = round(ratio, 3)
  }
  for (const { name, perSecond } of rows) figures[`${name}PerSecond`] = Math.round(perSecond)
  for (const { name, cpuUs } of rows) if (!Number.isNaN(cpuUs)) figures[`${name}CpuUs`] = round(cpuUs, 3)
  if (main && !Number.isNaN(main.p99Ms)) figures['p99Ms'] = round(main.p99Ms, 3)
  return figures
}
