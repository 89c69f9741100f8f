import type { Manage } from '@quartermaster/sdk'
import { type ReactElement, useEffect, useState } from 'react'
import { useDates } from '../app/dates.ts'
import { useTexts } from '../app/texts.tsx'
import { Chip, Light } from '../ui/chip.tsx'

/** Whether the server has called, with what is known about it. */
export function ConnectionLight({ server }: { server: Manage.GameServer }): ReactElement {
  const t = useTexts()
  const { clock } = useDates()
  const seconds = useSeconds()
  const isConnected = server.lastSeenAt !== null
  const from = server.registeredFrom ?? server.keys.flatMap(({ usedFrom }) => usedFrom)[0]?.ipAddress
  const [warning] = server.warnings
  return (
    <div className="conn">
      <Light state={isConnected ? 'connected' : 'waiting'} isLive={isConnected} />
      <p>
        <b className="td-main">{server.name}</b>{' '}
        <span className="small soft">
          {isConnected
            ? from !== undefined && t('setup.connect.from', { address: from })
            : t('setup.connect.listening', { seconds })}
        </span>
      </p>
      <Chip kind={isConnected ? 'ok' : 'warn'} icon={isConnected ? 'ok' : 'clock'} isPlain>
        {t(isConnected ? 'setup.connect.connected' : 'setup.connect.waiting')}
      </Chip>
      <ul>
        {server.lastSeenAt !== null ? (
          <li>
            <Chip kind="ok" icon="check" isPlain>
              {t('setup.connect.accepted', { time: clock(server.lastSeenAt) })}
            </Chip>
          </li>
        ) : (
          <li className="small soft">
            {warning?.code === 'address_rejected'
              ? t('setup.connect.rejected', { address: warning.ipAddress })
              : t('setup.connect.nothing')}
          </li>
        )}
      </ul>
    </div>
  )
}

/** How long this part of the page has been shown. */
function useSeconds(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((value) => value + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
