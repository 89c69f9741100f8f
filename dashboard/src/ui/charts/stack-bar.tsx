import type { ReactElement } from 'react'

const GAP = 0.008

/** Parts of a whole. The words beside it carry the numbers, so it is hidden from screen readers. */
export function StackBar({ parts }: { parts: number[] }): ReactElement {
  const total = parts.reduce((sum, part) => sum + part, 0) || 1
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((sum, part) => sum + part, 0) / total)
  return (
    <svg className="stackbar" viewBox="0 0 1 8" preserveAspectRatio="none" aria-hidden="true">
      {parts.map((part, index) => {
        const width = Math.max(part / total - (index < parts.length - 1 ? GAP : 0), 0)
        return part > 0 && <rect key={index} className={'abc'[index]} x={starts[index]} width={width} height="8" />
      })}
    </svg>
  )
}
