import type { ReactElement, ReactNode } from 'react'
import { Icon } from './icon.tsx'

export type ChipKind = 'ok' | 'warn' | 'bad' | 'info' | 'neutral'

const ICONS: Record<ChipKind, string> = { ok: 'ok', warn: 'alert', bad: 'failed', info: 'clock', neutral: 'hold' }

/** A state: a color, an icon and a word. `isPlain` leaves the background out. */
export function Chip(props: { kind: ChipKind; icon?: string; isPlain?: boolean; children: ReactNode }): ReactElement {
  const { kind, icon = ICONS[kind], isPlain = false, children } = props
  const classes = ['status', !isPlain && 'chip', kind !== 'neutral' && `is-${kind}`].filter(Boolean).join(' ')
  return (
    <span className={classes}>
      <Icon name={icon} />
      {children}
    </span>
  )
}

const LIGHTS = { connected: 'light', waiting: 'light light-wait', silent: 'light light-off' }

/** Whether a server is in contact. A word must stand beside it, because a color alone says nothing to some people. */
export function Light({ state, isLive = false }: { state: keyof typeof LIGHTS; isLive?: boolean }): ReactElement {
  return <span className={`${LIGHTS[state]}${isLive ? ' pulse' : ''}`} aria-hidden="true" />
}
