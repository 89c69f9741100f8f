import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { api } from '../../api/client.ts'
import { useMoney } from '../../app/money.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Action } from '../../ui/action.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import type { Order } from './line-deliveries.ts'
import { RefundLine } from './refund-line.tsx'

/** Refunds lines. What will happen stands under each line before anything does. */
export function RefundPanel({ order }: { order: Order }): ReactElement {
  const t = useTexts()
  const money = useMoney()
  const { id: storeId } = useStore()
  const [chosen, setChosen] = useState<number[]>([])
  const [isReturned, setReturned] = useState(false)
  const { id: checkoutId, currency, payment } = order
  const due = order.lines.filter(({ refundedAt }) => refundedAt === null)
  const lines = due.map(({ lineNo }) => lineNo).filter((lineNo) => chosen.includes(lineNo))
  const { data: preview, error } = useQuery({
    queryKey: ['orders', storeId, checkoutId, 'refund', lines],
    queryFn: () => api.previewRefund({ storeId, checkoutId, lines: lines.join(',') }),
    enabled: lines.length > 0,
    placeholderData: keepPreviousData,
  })
  const amount = money(
    due.filter(({ lineNo }) => lines.includes(lineNo)).reduce((sum, line) => sum + line.paidMinor, 0),
    currency,
  )
  const cardMinor = lines.length === 0 ? 0 : (preview?.giftCardMinor ?? 0)
  const movesMoney = payment !== null && !isReturned
  const commands = lines.length === 0 ? 0 : (preview?.commands.flatMap((each) => each.commands).length ?? 0)

  function choose(lineNo: number, isChosen: boolean): void {
    setChosen(isChosen ? [...chosen, lineNo] : chosen.filter((each) => each !== lineNo))
  }

  return (
    <div id="refund">
      <Panel title={t('order.refund')} beside={<span className="small muted">{t('refund.nothingYet')}</span>}>
        <ul className="refund-lines">
          {due.map((line) => (
            <RefundLine
              key={line.lineNo}
              line={line}
              order={order}
              preview={lines.includes(line.lineNo) ? preview : undefined}
              isChosen={lines.includes(line.lineNo)}
              onChoose={(isChosen) => choose(line.lineNo, isChosen)}
            />
          ))}
        </ul>
        {payment !== null && (
          <div className="panel-body refund-why">
            <label className="check small">
              <input type="checkbox" checked={isReturned} onChange={(event) => setReturned(event.target.checked)} />
              <span>{t('refund.returned')}</span>
            </label>
          </div>
        )}
        {error !== null && <ProblemNote error={error} />}
        <div className="sum">
          <p>
            <b className="strong">
              {movesMoney ? t('refund.returns', { amount, provider: payment.provider }) : t('refund.noMoney')}
            </b>
            {cardMinor > 0 && <> {t('refund.toCard', { amount: money(cardMinor, currency) })}</>}
            <br />
            <span className="small soft">
              {t('refund.sum', { count: lines.length, total: due.length })} ·{' '}
              {t('refund.commands', { count: commands })}
            </span>
          </p>
          <Action
            kind="danger"
            icon="refund"
            isDisabled={lines.length === 0 || preview === undefined || error !== null}
            changes={['orders', 'deliveries', 'players', 'audit']}
            run={async () => {
              await api.refundCheckout({
                storeId,
                checkoutId,
                lines,
                ...(isReturned && { moneyAlreadyReturned: true }),
              })
              setChosen([])
            }}
          >
            {t('refund.submit', { amount })}
          </Action>
        </div>
      </Panel>
    </div>
  )
}
