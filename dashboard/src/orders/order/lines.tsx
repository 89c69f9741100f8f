import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useDates } from '../../app/dates.ts'
import { useDuration } from '../../app/durations.ts'
import { useMoney } from '../../app/money.ts'
import { useTexts } from '../../app/texts.tsx'
import { DeliveryState } from '../../deliveries/parts/delivery-state.tsx'
import { CardState } from '../../gift-cards/card-state.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Chip } from '../../ui/chip.tsx'
import { Panel } from '../../ui/panel.tsx'
import { deliveriesOf, type Line, lineTitle, type Order } from './line-deliveries.ts'

export function Lines({ order }: { order: Order }): ReactElement {
  const t = useTexts()
  const money = useMoney()
  const { payment, currency, totalMinor } = order
  const taxMinor = order.lines.reduce((sum, line) => sum + line.taxMinor, 0)
  const heads = ['order.product', 'order.delivery', 'order.afterPayment', 'order.amount'] as const
  return (
    <Panel
      title={t('order.lines')}
      beside={<span className="small muted">{t('order.lineCount', { count: order.lines.length })}</span>}
    >
      <table role="table" className="lines" aria-label={t('order.lines')}>
        <thead role="rowgroup">
          <tr role="row">
            {heads.map((id, index) => (
              <th key={id} role="columnheader" scope="col" className={index > 1 ? 'num' : undefined}>
                {t(id)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {order.lines.map((line) => (
            <LineRow key={line.lineNo} line={line} order={order} />
          ))}
        </tbody>
        <tfoot role="rowgroup">
          <Reduced order={order} />
          <PaidByCard order={order} />
          <tr role="row">
            <td role="cell" colSpan={3} className="total-label">
              {payment === null ? t('order.byHand') : t('order.paidWith', { provider: payment.provider })}
              {taxMinor > 0 && (
                <span className="muted"> {t('order.taxIn', { amount: money(taxMinor, currency) })}</span>
              )}
              {payment !== null && payment.refundedMinor > 0 && (
                <span className="muted">
                  {' '}
                  {t('order.refundedSum', { amount: money(payment.refundedMinor, currency) })}
                </span>
              )}
            </td>
            <td role="cell" className="num strong">
              {money(totalMinor, currency)}
            </td>
          </tr>
        </tfoot>
      </table>
    </Panel>
  )
}

/** What a lower tier, a sale and a code took off. The amounts of the lines are before it. */
function Reduced({ order: { lines, code, currency } }: { order: Order }): ReactElement {
  const t = useTexts()
  const money = useMoney()
  const named =
    code?.creator == null
      ? t('order.codeUsed', { code: code?.code ?? '' })
      : t('order.codeOfCreator', { code: code.code, creator: code.creator })
  const sumOf = (amount: (line: Order['lines'][number]) => number) => lines.reduce((sum, line) => sum + amount(line), 0)
  const parts: [string, number, isShown?: boolean][] = [
    [t('order.upgradeOff'), sumOf((line) => line.upgradeCreditMinor)],
    [t('order.saleOff'), sumOf((line) => line.saleMinor)],
    [named, sumOf((line) => line.codeMinor), code !== null],
  ]
  return (
    <>
      {parts.map(
        ([text, minor, isShown = false]) =>
          (minor > 0 || isShown) && (
            <tr key={text} role="row">
              <td role="cell" colSpan={3} className="total-label">
                {text}
              </td>
              <td role="cell" className="num">
                {money(-minor, currency)}
              </td>
            </tr>
          ),
      )}
    </>
  )
}

/** The part that a gift card paid. The total below is money. */
function PaidByCard({ order }: { order: Order }): ReactElement | null {
  const t = useTexts()
  const money = useMoney()
  const { id: storeId } = useStore()
  const { paidWithGiftCard: card, currency } = order
  if (card === null) return null
  const minor = order.lines.reduce((sum, line) => sum + line.giftCardMinor, 0)
  return (
    <tr role="row">
      <td role="cell" colSpan={3} className="total-label">
        <Link to="/stores/$storeId/gift-cards/$giftCardId" params={{ storeId, giftCardId: card.id }}>
          {t('giftCard.paidPart', { hint: card.hint ?? '' })}
        </Link>
      </td>
      <td role="cell" className="num">
        {money(-minor, currency)}
      </td>
    </tr>
  )
}

function LineRow({ line, order }: { line: Line; order: Order }): ReactElement {
  const t = useTexts()
  const money = useMoney()
  const [delivery] = deliveriesOf(line, order)
  return (
    <tr role="row">
      <td role="cell">
        <span className="td-main">{lineTitle(line)}</span>
        <LineNotes line={line} order={order} />
      </td>
      <td role="cell">
        {line.refundedAt !== null && (
          <Chip kind="neutral" icon="refund" isPlain>
            {t('order.state.refunded')}
          </Chip>
        )}
        {line.refundedAt === null && delivery && <DeliveryState delivery={delivery} isPlain />}
      </td>
      <td role="cell" className="num">
        <AfterPayment line={line} order={order} />
      </td>
      <td role="cell" className="num">
        {money(line.priceMinor * line.quantity, order.currency)}
      </td>
    </tr>
  )
}

function LineNotes({ line, order }: { line: Line; order: Order }): ReactElement {
  const t = useTexts()
  const { day, time } = useDates()
  const { id: storeId } = useStore()
  const owned = order.entitlements.find(({ lineNo }) => lineNo === line.lineNo)
  const waits = deliveriesOf(line, order).some(({ state }) => state === 'pending')
  const cards = order.soldGiftCards.filter(({ lineNo }) => lineNo === line.lineNo)
  const notes = [
    ...(line.refundedAt === null && owned?.until && owned.endedAt === null
      ? [t('order.ends', { time: time(owned.until) })]
      : []),
    ...(owned?.endedAt && owned.endedBy === 'expiry' ? [t('order.ended', { day: day(owned.endedAt) })] : []),
    ...(waits && line.requiresOnline ? [t('order.needsOnline')] : []),
  ]
  return (
    <>
      {cards.map(({ id, hint, state }) => (
        <span key={id} className="line-note">
          <Link to="/stores/$storeId/gift-cards/$giftCardId" params={{ storeId, giftCardId: id }}>
            {hint ?? t('giftCard.unseen')}
          </Link>{' '}
          <CardState state={state} />
        </span>
      ))}
      {notes.map((note) => (
        <span key={note} className="muted line-note">
          {note}
        </span>
      ))}
    </>
  )
}

function AfterPayment({ line, order }: { line: Line; order: Order }): ReactElement | null {
  const t = useTexts()
  const duration = useDuration()
  const [delivery] = deliveriesOf(line, order)
  if (!delivery || order.paidAt === null || delivery.state === 'cancelled') return null
  if (delivery.finishedAt !== null) return <>{duration(order.paidAt, delivery.finishedAt)}</>
  return <>{t('order.soFar', { time: duration(order.paidAt, new Date()) })}</>
}
