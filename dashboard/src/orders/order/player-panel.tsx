import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useDates } from '../../app/dates.ts'
import { useMoney } from '../../app/money.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Chip } from '../../ui/chip.tsx'
import { Panel } from '../../ui/panel.tsx'

export function PlayerPanel({ gameUserId }: { gameUserId: string }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const { day } = useDates()
  const money = useMoney()
  const { data: player } = useQuery({
    queryKey: ['players', storeId, gameUserId],
    queryFn: () => api.getPlayer({ storeId, gameUserId }),
  })
  const owns = player?.entitlements.filter(({ endedAt }) => endedAt === null) ?? []
  const link = (
    <Link className="small brk" to="/stores/$storeId/players/$gameUserId" params={{ storeId, gameUserId }}>
      {gameUserId}
    </Link>
  )
  return (
    <Panel title={t('order.player')} beside={link}>
      <div className="panel-body">
        <dl className="facts">
          <dt>{t('player.firstOrder')}</dt>
          <dd>{player?.firstSeenAt ? day(player.firstSeenAt) : '–'}</dd>
          <dt>{t('player.orders')}</dt>
          <dd>
            {player &&
              t('player.ordersOf', {
                count: player.paidCheckouts,
                sum: player.totals.map(({ paidMinor, currency }) => money(paidMinor, currency)).join(' + ') || '–',
              })}
          </dd>
          <dt>{t('player.ownsNow')}</dt>
          <dd>
            {owns.length === 0
              ? '–'
              : owns
                  .map(({ productName: name, until }) =>
                    until === null ? name : t('player.ownsUntil', { name, day: day(until) }),
                  )
                  .join(', ')}
          </dd>
          {player?.isBanned && (
            <>
              <dt>{t('player.banned')}</dt>
              <dd>
                <Chip kind="bad">{player.ban?.reason ?? t('player.banned')}</Chip>
              </dd>
            </>
          )}
        </dl>
      </div>
    </Panel>
  )
}
