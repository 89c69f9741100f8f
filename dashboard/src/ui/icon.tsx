import type { ReactElement } from 'react'
import sprite from './icons.svg?url'

export function Icon({ name, className = '' }: { name: string; className?: string | undefined }): ReactElement {
  return (
    <svg className={`icon ${className}`} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
