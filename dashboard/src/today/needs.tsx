import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { useDates } from '../app/dates.ts'
import { useDuration } from '../app/seconds.ts'
import { useMoney } from '../app/money.ts'
import { useNow } from '../app/now.ts'
import { useTexts } from '../app/texts.tsx'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { Panel } from '../ui/panel.tsx'
import { placeOf } from './places.ts'
import type { Need } from './use-needs.ts'

const SHOWN = 6
const UNCERTAIN = new Set(['uncertain', 'not_reported', 'reported_late', 'reported_twice', 'player_away'])

type NeedsProps = { storeId: string; needs: Need[] | undefined }

export function Needs({ storeId, needs }: NeedsProps): ReactElement {
  const t = useTexts()
  return (
    <Panel
      title={t('needs.title')}
      beside={
        <>
          {needs !== undefined && needs.length > 0 && <span className="count">{needs.length}</span>}
          <Link className="small" to={placeOf(storeId, 'deliveries')}>
            {t('needs.all')}
          </Link>
        </>
      }
    >
      {needs?.length === 0 && (
        <Empty icon="ok" title={t('needs.none')}>
          {t('needs.noneWhy')}
        </Empty>
      )}
      <ul className="needs" id="needs">
        {needs?.slice(0, SHOWN).map((need) => (
          <NeedRow key={need.key} storeId={storeId} need={need} />
        ))}
      </ul>
      {needs !== undefined && needs.length > SHOWN && (
        <div className="panel-foot">{t('needs.more', { count: needs.length - SHOWN })}</div>
      )}
    </Panel>
  )
}

function NeedRow({ storeId, need }: { storeId: string; need: Need }): ReactElement {
  switch (need.kind) {
    case 'letter':
      return <LetterRow storeId={storeId} letter={need.letter} />
    case 'server':
      return <SilentServerRow storeId={storeId} server={need.server} />
    default:
      return <MoneyRow storeId={storeId} need={need} />
  }
}

type RowProps = { icon: string; tone?: string; title: string; to: '/'; action: string; children: ReactNode }

function Row({ icon, tone = '', title, to, action, children }: RowProps): ReactElement {
  return (
    <li>
      <Icon name={icon} className={tone} />
      <div>
        <h3>{title}</h3>
        <p>{children}</p>
      </div>
      <Link className="btn btn-sm" to={to} aria-label={`${action}: ${title}`}>
        {action}
      </Link>
    </li>
  )
}

type Letter = Extract<Need, { kind: 'letter' }>['letter']

function LetterRow({ storeId, letter }: { storeId: string; letter: Letter }): ReactElement {
  const t = useTexts()
  const { reason, productNames, gameUserId, serverName, failedAttemptCount } = letter
  const isUncertain = UNCERTAIN.has(reason)
  const values = {
    product: productNames.join(', '),
    player: gameUserId,
    server: serverName ?? '',
    count: failedAttemptCount,
  }
  return (
    <Row
      icon={isUncertain ? 'uncertain' : 'failed'}
      tone={isUncertain ? 'is-warn' : 'is-bad'}
      title={t(`needTitle.${reason}`, values)}
      to={placeOf(storeId, 'deliveries')}
      action={t(isUncertain ? 'needs.decide' : 'needs.review')}
    >
      {t(`needWhy.${reason}`, values)}
    </Row>
  )
}

type SilentServer = Extract<Need, { kind: 'server' }>['server']

function SilentServerRow({ storeId, server }: { storeId: string; server: SilentServer }): ReactElement {
  const t = useTexts()
  const dates = useDates()
  const duration = useDuration()
  const seconds = (useNow(5_000) - Date.parse(server.lastSeenAt)) / 1_000
  return (
    <Row
      icon="silent"
      tone="is-bad"
      title={t('needs.silent', { server: server.name, time: duration(Math.max(seconds, 0)) })}
      to={placeOf(storeId, 'servers')}
      action={t('needs.checkServer')}
    >
      {t('needs.silentWhy', { count: server.pending, time: dates.time(server.lastSeenAt) })}
    </Row>
  )
}

function MoneyRow({ storeId, need }: { storeId: string; need: Exclude<Need, { kind: 'letter' | 'server' }> }) {
  const t = useTexts()
  const dates = useDates()
  const money = useMoney()
  if (need.kind === 'dispute') {
    const { id, totalMinor, currency, gameUserId, disputedAt, createdAt } = need.checkout
    const title = t('needs.dispute', { amount: money(totalMinor, currency), player: gameUserId })
    return (
      <Row
        icon="payments"
        tone="is-warn"
        title={title}
        to={placeOf(storeId, `orders/${id}`)}
        action={t('needs.openDispute')}
      >
        {t('needs.disputeWhy', { day: dates.day(disputedAt ?? createdAt) })}
      </Row>
    )
  }
  if (need.kind === 'payment') {
    const { amountMinor, currency, parkedAt, provider } = need.payment
    const amount = amountMinor === null || currency === null ? provider : money(amountMinor, currency)
    return (
      <Row
        icon="payments"
        title={t('needs.parked', { amount })}
        to={placeOf(storeId, 'payments')}
        action={t('needs.decide')}
      >
        {t('needs.parkedWhy', { time: dates.time(parkedAt) })}
      </Row>
    )
  }
  const { url, failingSince, disabledAt, pendingEvents, createdAt } = need.endpoint
  return (
    <Row
      icon="webhooks"
      tone="is-bad"
      title={t('needs.webhook', { host: URL.parse(url)?.host ?? url })}
      to={placeOf(storeId, 'webhooks')}
      action={t('needs.review')}
    >
      {t('needs.webhookWhy', { count: pendingEvents, time: dates.time(failingSince ?? disabledAt ?? createdAt) })}
    </Row>
  )
}
