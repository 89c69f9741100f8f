import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { CommandsOf } from '../../deliveries/parts/commands-of.tsx'
import { titleOf } from '../../deliveries/parts/delivery-state.tsx'
import { useServerName } from '../../deliveries/servers.ts'
import { useStore } from '../../shell/store-context.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import type { Delivery, Order } from './line-deliveries.ts'

/** Runs the commands of a purchase again, for example after a wipe or if the game lost it. */
export function Resend({ order }: { order: Order }): ReactElement | null {
  const t = useTexts()
  const { id: storeId } = useStore()
  const finished = findResendable(order)
  if (finished.length === 0) return null
  return (
    <Confirm
      title={t('resend.title', { player: order.gameUserId })}
      submit={t('resend.submit')}
      kind="primary"
      changes={['orders', 'deliveries', 'players']}
      trigger={<Button icon="resend">{t('resend.open')}…</Button>}
      run={async (chosen) => {
        for (const { id } of finished)
          if (finished.length === 1 || chosen[id] !== undefined) await api.resendDelivery({ storeId, deliveryId: id })
      }}
    >
      <p className="small soft">{t('resend.effect', { player: order.gameUserId })}</p>
      {finished.map((delivery) => (
        <Choice key={delivery.id} delivery={delivery} isOnly={finished.length === 1} />
      ))}
    </Confirm>
  )
}

function Choice({ delivery, isOnly }: { delivery: Delivery; isOnly: boolean }): ReactElement {
  const t = useTexts()
  const serverName = useServerName()
  const title = t('resend.on', { title: titleOf(t, delivery), server: serverName(delivery.serverId) })
  return (
    <div>
      {isOnly ? (
        <p>{title}</p>
      ) : (
        <label className="check">
          <input type="checkbox" name={delivery.id} defaultChecked />
          <span>{title}</span>
        </label>
      )}
      <CommandsOf deliveryId={delivery.id} />
    </div>
  )
}

/** Finished purchases that were not sent again already. */
function findResendable({ deliveries, lines }: Order): Delivery[] {
  const again = new Set(deliveries.flatMap(({ resendOf, state }) => (state === 'processed' ? [] : (resendOf ?? []))))
  const refunded = new Set(lines.flatMap(({ refundedAt, productId }) => (refundedAt === null ? [] : productId)))
  return deliveries.filter(
    ({ id, type, state, resendOf, cancelledBy, products }) =>
      type === 'APPROVE' &&
      resendOf === null &&
      (state === 'processed' || (state === 'cancelled' && cancelledBy === 'staff')) &&
      !again.has(id) &&
      products.some((product) => !refunded.has(product.id)),
  )
}
