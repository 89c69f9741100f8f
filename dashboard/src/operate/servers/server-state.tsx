import type { ReactElement } from 'react'
import { useDates } from '../../app/dates.ts'
import { useTexts } from '../../app/texts.tsx'
import { Light } from '../../ui/chip.tsx'

/** As the API: a server that has not called for ten minutes is silent. */
const SILENT_MS = 600_000

export type ServerState = 'connected' | 'waiting' | 'silent'

export function serverState(lastSeenAt: string | null): ServerState {
  if (lastSeenAt === null) return 'waiting'
  return Date.now() - Date.parse(lastSeenAt) < SILENT_MS ? 'connected' : 'silent'
}

const CLASSES = { connected: 'is-ok', waiting: 'is-warn', silent: 'is-bad' }

/** The light of a server with its word, and the last contact. */
export function ServerContact({ lastSeenAt }: { lastSeenAt: string | null }): ReactElement {
  const t = useTexts()
  const { ago } = useDates()
  const state = serverState(lastSeenAt)
  return (
    <span className={`status ${CLASSES[state]}`}>
      <Light state={state} isLive={state === 'connected'} />
      {t(`server.state.${state}`)}
      {lastSeenAt !== null && <span className="muted">{ago(lastSeenAt)}</span>}
    </span>
  )
}
