import type { ReactElement } from 'react'
import { Chart, CHART_HEIGHT as HEIGHT, CHART_WIDTH as WIDTH } from './chart.tsx'

/** Where the two lines of the axis are: one second, and the upper mark. */
const [LOW, HIGH] = [70, 27.5]
/** Upper marks, and up to which value each of them leaves room above it. */
const MARKS = [
  { seconds: 10, upTo: 44 },
  { seconds: 60, upTo: 850 },
  { seconds: 3_600, upTo: Infinity },
]

type Point = { at: number; value: number }

/** The upper mark of the axis for values up to this one. */
export function upperMark(most: number): number {
  return MARKS.find(({ upTo }) => most <= upTo)?.seconds ?? 3_600
}

type ChartLinesProps = { title: string; line: Point[]; dashed: Point[]; from: number; to: number; mark: number }

/** Two lines of seconds over time on a logarithmic scale, because a few long times would flatten all others. */
export function ChartLines({ title, line, dashed, from, to, mark }: ChartLinesProps): ReactElement {
  const x = (at: number) => (Math.min(Math.max((at - from) / (to - from || 1), 0), 1) * WIDTH).toFixed(1)
  const y = (value: number) => {
    const share = Math.log(Math.max(value, 0.01)) / Math.log(mark)
    return Math.min(Math.max(LOW - (LOW - HIGH) * share, 1), HEIGHT - 1).toFixed(1)
  }
  const path = (points: Point[]) => {
    const [only] = points
    if (only && points.length === 1) return `M0 ${y(only.value)}H${WIDTH}`
    return points.map(({ at, value }, index) => `${index === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join('')
  }
  return (
    <Chart title={title} axis={[LOW, HIGH]}>
      <path className="line-2" d={path(dashed)} />
      <path className="line" d={path(line)} />
    </Chart>
  )
}
