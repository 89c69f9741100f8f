import type { ReactElement } from 'react'
import { Chart, CHART_HEIGHT as HEIGHT, CHART_WIDTH as WIDTH } from './chart.tsx'

const NICE = [1, 2, 2.5, 5, 10]

/** The smallest round number that is not below the value. */
export function roundUp(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return (NICE.find((step) => step * power >= value) ?? 10) * power
}

/** Pairs of bars, today's beside those of before. */
export function ChartBars(props: { title: string; bars: number[]; before: number[]; top: number }): ReactElement {
  const { title, bars, before, top } = props
  const slot = WIDTH / Math.max(bars.length, before.length, 1)
  const draw = (className: string, values: number[], [left, width]: [number, number]) =>
    values.map((value, index) => {
      const height = (Math.min(value / top, 1) * (HEIGHT - 2)).toFixed(1)
      const place = { x: (index + left) * slot, y: HEIGHT - Number(height), width: width * slot, height }
      return value > 0 && <rect key={`${className}${index}`} className={className} {...place} />
    })
  return (
    <Chart title={title} axis={[0.5, 36, 71.5]}>
      {draw('bar-old', before, [0.525, 0.325])}
      {draw('bar', bars, [0.15, 0.35])}
    </Chart>
  )
}
