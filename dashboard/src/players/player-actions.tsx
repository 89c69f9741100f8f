import type { Manage } from '@quartermaster/sdk'
import { useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../api/client.ts'
import { saveFile } from '../app/save-file.ts'
import { useTexts } from '../app/texts.tsx'
import { useMay, useStore } from '../shell/store-context.ts'
import { Action } from '../ui/action.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Panel } from '../ui/panel.tsx'
import { Ban } from './ban.tsx'

type PlayerProps = { player: Manage.Player }

/** What staff can do with a player and their data. */
export function PlayerActions({ player }: PlayerProps): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const mayErase = useMay('players:erase')
  const { gameUserId, isNamed, isBanned } = player
  return (
    <Panel title={t('player.actions')}>
      <ul className="rows">
        <li>
          <Explained title={t('ban.title')} why={t('ban.why')} />
          {isBanned ? (
            <Action run={() => api.liftBan({ storeId, gameUserId })} changes={['players']}>
              {t('ban.lift')}
            </Action>
          ) : (
            <Ban gameUserId={gameUserId} />
          )}
        </li>
        <li>
          <Explained title={t('naming.title')} why={t(isNamed ? 'naming.named' : 'naming.unnamed')} />
          <Action run={() => api.setPlayerNaming({ storeId, gameUserId, isNamed: !isNamed })} changes={['players']}>
            {t(isNamed ? 'naming.stop' : 'naming.allow')}
          </Action>
        </li>
        <li>
          <Explained title={t('export.title')} why={t('export.why')} />
          <Action
            icon="download"
            run={async () => {
              const data = await api.exportPlayer({ storeId, gameUserId })
              saveFile([JSON.stringify(data, null, 2)], { name: `player-${gameUserId}.json`, type: 'application/json' })
            }}
          >
            {t('export.submit')}
          </Action>
        </li>
        {mayErase && (
          <li>
            <Explained title={t('erase.title')} why={t('erase.why')} />
            <Erase player={player} />
          </li>
        )}
      </ul>
    </Panel>
  )
}

function Explained({ title, why }: { title: string; why: string }): ReactElement {
  return (
    <span>
      <b className="td-main">{title}</b>
      <span className="small muted">{why}</span>
    </span>
  )
}

function Erase({ player }: PlayerProps): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const navigate = useNavigate()
  const { gameUserId, checkouts, deliveryCounts, entitlements, isBanned } = player
  const pending = deliveryCounts.pending + deliveryCounts.retrying + deliveryCounts.held
  const effects = [
    t('erase.orders', { count: checkouts.length }),
    t('erase.owns', { count: entitlements.filter(({ endedAt }) => endedAt === null).length }),
    ...(pending > 0 ? [t('erase.pending', { count: pending })] : []),
    ...(isBanned ? [t('erase.banned')] : []),
    t('erase.final'),
  ]
  return (
    <Confirm
      title={t('erase.question', { player: gameUserId })}
      submit={t('erase.submit', { player: gameUserId })}
      trigger={
        <Button size="small" kind="danger" icon="trash">
          {t('erase.open')}…
        </Button>
      }
      changes={['players', 'orders', 'deliveries', 'dead-letters']}
      run={async () => {
        await api.erasePlayer({ storeId, gameUserId, ...(pending > 0 && { cancelPending: true }) })
        await navigate({ to: '/stores/$storeId/players', params: { storeId }, search: {} })
      }}
    >
      <ul className="effects small">
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </Confirm>
  )
}
