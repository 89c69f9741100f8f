import { type ReactElement, type ReactNode, useId } from 'react'

export const [CHART_WIDTH, CHART_HEIGHT] = [480, 72]

/** The picture of a chart. `title` states what it shows, for people who do not see it. `axis` holds the heights of its lines. */
export function Chart(props: { title: string; axis: number[]; children: ReactNode }): ReactElement {
  const { title, axis, children } = props
  const id = useId()
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-labelledby={id}
    >
      <title id={id}>{title}</title>
      <path className="axis" d={axis.map((y) => `M0 ${y}H${CHART_WIDTH}`).join('')} />
      {children}
    </svg>
  )
}
