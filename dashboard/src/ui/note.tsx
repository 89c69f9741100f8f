import type { ReactElement, ReactNode } from 'react'
import { Icon } from './icon.tsx'

const ICONS = { ok: 'ok', warn: 'alert', bad: 'failed', info: 'alert' }

export function Note({ kind, children }: { kind: keyof typeof ICONS; children: ReactNode }): ReactElement {
  return (
    <p className={`note is-${kind}`} role="status">
      <Icon name={ICONS[kind]} />
      <span>{children}</span>
    </p>
  )
}
