import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../api/client.ts'
import { useDuration } from '../app/seconds.ts'
import { useNow } from '../app/now.ts'
import { useTexts } from '../app/texts.tsx'
import { Light } from '../ui/chip.tsx'
import { Empty } from '../ui/empty.tsx'
import { Panel } from '../ui/panel.tsx'
import { placeOf } from './places.ts'

const REFRESH_MS = 15_000
/** As the API counts it. */
const SILENT_SECONDS = 600
/** Contacts are recorded at intervals, so a shorter time would pretend to be exact. */
const CONNECTED_SECONDS = 120

const serversQuery = (storeId: string) => ({
  queryKey: ['servers', { storeId }, 'today'],
  queryFn: () => api.listServers({ storeId, limit: 20 }),
  refetchInterval: REFRESH_MS,
})

export function Servers({ storeId }: { storeId: string }): ReactElement {
  const t = useTexts()
  const servers = useQuery(serversQuery(storeId)).data?.items
  return (
    <Panel title={t('today.servers')} beside={<span className="small muted">{t('today.lastContact')}</span>}>
      {servers?.length === 0 ? (
        <Empty
          icon="servers"
          title={t('today.noServer')}
          action={
            <Link className="btn" to={placeOf(storeId, 'servers')}>
              {t('today.addServer')}
            </Link>
          }
        >
          {t('today.noServerWhy')}
        </Empty>
      ) : (
        <ul>
          {servers?.map((server) => (
            <ServerRow key={server.id} {...server} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function ServerRow({ name, game, lastSeenAt }: Manage.GameServer): ReactElement {
  const t = useTexts()
  const duration = useDuration()
  const now = useNow(5_000)
  const seconds = lastSeenAt === null ? null : Math.max((now - Date.parse(lastSeenAt)) / 1_000, 0)
  const isSilent = seconds !== null && seconds > SILENT_SECONDS
  return (
    <li className="srv">
      <Light state={seconds === null ? 'waiting' : isSilent ? 'silent' : 'connected'} />
      <span>
        <b className="td-main">{name}</b> <span className="muted">{game}</span>
      </span>
      <span className="ticks" />
      {seconds === null && <span className="is-warn nowrap">{t('today.never')}</span>}
      {seconds !== null && isSilent && (
        <span className="is-bad strong nowrap">{t('today.silentFor', { time: duration(seconds) })}</span>
      )}
      {seconds !== null && !isSilent && (
        <span className="soft nowrap">
          {seconds < CONNECTED_SECONDS ? t('today.connected') : t('today.ago', { time: duration(seconds) })}
        </span>
      )}
    </li>
  )
}
