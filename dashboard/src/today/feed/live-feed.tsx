import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { useDates } from '../../app/dates.ts'
import { useMoney } from '../../app/money.ts'
import { useTexts } from '../../app/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Light } from '../../ui/chip.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { placeOf } from '../places.ts'
import { type FeedRow, toRows } from './rows.ts'
import { Total, Track } from './track.tsx'
import { useFeed } from './use-feed.ts'

const MAX_ROWS = 14

/** Orders as they are paid, and their way to the game, without a reload. */
export function LiveFeed({ storeId }: { storeId: string }): ReactElement {
  const t = useTexts()
  const [isPaused, setPaused] = useState(false)
  const { orders, state } = useFeed(storeId, isPaused)
  const rows = orders && toRows(orders.values(), MAX_ROWS)
  const isLive = state === 'live' && !isPaused
  return (
    <Panel
      title={t('feed.title')}
      beside={
        <>
          <span className={isLive ? 'status is-ok' : 'status'}>
            <Light state={isLive ? 'connected' : 'waiting'} isLive={isLive} />
            {t(isPaused ? 'feed.paused' : state === 'live' ? 'feed.live' : 'feed.connecting')}
          </span>
          <span className="btns">
            <Button size="small" icon={isPaused ? 'right' : 'hold'} onClick={() => setPaused(!isPaused)}>
              {t(isPaused ? 'feed.continue' : 'feed.pause')}
            </Button>
          </span>
        </>
      }
      foot={
        <>
          <span>{t('feed.steps')}</span>
          <Link to={placeOf(storeId, 'orders')}>{t('feed.all')}</Link>
        </>
      }
    >
      {rows?.length === 0 && (
        <Empty icon="today" title={t('feed.none')}>
          {t('feed.noneWhy')}
        </Empty>
      )}
      <ol className="feed" aria-live="polite" aria-relevant="additions">
        {rows?.map((row) => (
          <Row key={row.key} storeId={storeId} row={row} />
        ))}
      </ol>
    </Panel>
  )
}

function Row({ storeId, row }: { storeId: string; row: FeedRow }): ReactElement {
  const t = useTexts()
  const dates = useDates()
  const money = useMoney()
  const { kind, at, order, line } = row
  const name = [line.name, line.variantName].filter((part) => part !== null).join(', ')
  const product = line.quantity > 1 ? `${name} × ${line.quantity}` : name
  const minor = line.paidMinor * (kind === 'refund' ? -1 : 1)
  return (
    <li className="row">
      <time dateTime={at}>{dates.clock(at)}</time>
      <div className="who truncate">
        <Link to={placeOf(storeId, `orders/${order.id}`)}>
          {kind === 'refund' ? t('feed.refund', { product }) : product}
        </Link>
        <br />
        <span className="soft">{order.gameUserId}</span> <span className="muted">· {money(minor, order.currency)}</span>
      </div>
      <Track row={row} />
      <Total row={row} />
    </li>
  )
}
