import type { ReactElement } from 'react'
import { ICONS, STROKES } from './icons.ts'

/** Drawn in place: a reference into a file of symbols costs the browser several times as much, which tables show. */
export function Icon({ name, className = '' }: { name: string; className?: string | undefined }): ReactElement {
  return (
    <svg className={`icon ${className}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={ICONS[name]} strokeWidth={STROKES[name]} />
    </svg>
  )
}
