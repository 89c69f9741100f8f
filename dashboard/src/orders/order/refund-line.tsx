import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { useMoney } from '../../app/money.ts'
import { useTexts } from '../../app/texts.tsx'
import { useServerName } from '../../deliveries/servers.ts'
import { CommandLine } from '../../ui/command-line.tsx'
import { Note } from '../../ui/note.tsx'
import { deliveriesOf, type Line, lineTitle, type Order } from './line-deliveries.ts'

type RefundLineProps = {
  line: Line
  order: Order
  /** Undefined if the line is not chosen, or while its effect is read. */
  preview: Manage.RefundPreview | undefined
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

export function RefundLine({ line, order, preview, isChosen, onChoose }: RefundLineProps): ReactElement {
  const money = useMoney()
  return (
    <li className={isChosen ? undefined : 'off'}>
      <label>
        <input type="checkbox" checked={isChosen} onChange={(event) => onChoose(event.target.checked)} />{' '}
        <span>{lineTitle(line)}</span> <b>{money(line.paidMinor, order.currency)}</b>
      </label>
      <div className="effect" aria-live="polite">
        {isChosen ? (
          preview && <Effect line={line} order={order} preview={preview} />
        ) : (
          <Warning line={line} order={order} />
        )}
      </div>
    </li>
  )
}

function Effect({
  line,
  order,
  preview,
}: {
  line: Line
  order: Order
  preview: Manage.RefundPreview
}): ReactElement | null {
  const t = useTexts()
  const serverName = useServerName()
  const player = order.gameUserId
  const outcome = preview.lines.find(({ lineNo }) => lineNo === line.lineNo)?.outcome
  if (outcome === undefined) return null
  if (outcome === 'not_revocable') return <Note kind="warn">{t('refund.effect.not_revocable', { player })}</Note>
  // Two lines of the same product are revoked together. The first one shows the commands.
  const isFirst = order.lines.find(({ productId }) => productId === line.productId)?.lineNo === line.lineNo
  const runs = preview.commands.filter(({ productId }) => productId === line.productId)
  const count = runs.flatMap(({ commands }) => commands).length
  return (
    <>
      <p className="small soft">{t(`refund.effect.${outcome}`, { player, count })}</p>
      {(isFirst || preview.lines.length === 1) &&
        runs.flatMap(({ commands, serverId }, place) =>
          commands.map((command, index) => (
            <CommandLine key={`${place} ${index}`} command={command} player={player} at={serverName(serverId)} />
          )),
        )}
    </>
  )
}

/** Before a line is chosen: the game may have it, and no command takes it away. */
function Warning({ line, order }: { line: Line; order: Order }): ReactElement | null {
  const t = useTexts()
  const isOut = deliveriesOf(line, order).some(
    ({ dispatchedAt, state }) => dispatchedAt !== null || state === 'processed',
  )
  if (!isOut || line.commands.refund.length > 0) return null
  return <p className="small">{t('refund.effect.not_revocable', { player: order.gameUserId })}</p>
}
