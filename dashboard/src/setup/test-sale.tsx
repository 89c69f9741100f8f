import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { api } from '../api/client.ts'
import { useTexts } from '../app/texts.tsx'
import { gameOf } from '../operate/servers/connect-guides.ts'
import { useStore } from '../shell/store-context.ts'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Note } from '../ui/note.tsx'
import { Arrival } from './arrival.tsx'
import { type Progress, useRefresh } from './progress.ts'
import { StepFoot } from './step-foot.tsx'

const POLL_MS = 1_000

export function TestSale({ progress: { server, product, order } }: { progress: Progress }): ReactElement | null {
  const t = useTexts()
  const store = useStore()
  const refresh = useRefresh()
  const sale = useQuery({
    queryKey: ['checkouts', store.id, order?.id],
    queryFn: () => api.getCheckout({ storeId: store.id, checkoutId: order?.id ?? '' }),
    enabled: order !== undefined,
    refetchInterval: POLL_MS,
  })
  if (!product) return null
  const deliveries = sale.data?.deliveries ?? []
  const isDelivered = deliveries.length > 0 && deliveries.every(({ state }) => state === 'processed')

  async function send({ player = '' }: Record<string, string>): Promise<void> {
    const [variant] = product?.variants ?? []
    const item = { productId: product?.id ?? '', ...(variant && { variantId: variant.id }) }
    await api.createManualSale({ storeId: store.id, gameUserId: player, items: [item], serverId: server?.id ?? null })
    await refresh('checkouts')
  }

  return (
    <>
      <div className="setup-form">
        <Form send={send} submit={t(order ? 'setup.sale.again' : 'setup.sale.submit')} fields={['player']}>
          {({ errorOf }) => (
            <Field
              label={t('setup.sale.player')}
              name="player"
              maxLength={255}
              autoComplete="off"
              required
              error={errorOf('gameUserId') ?? errorOf('player')}
              hint={t(`setup.player.${gameOf(server?.game ?? null)}`)}
            />
          )}
        </Form>
      </div>
      {sale.data && (
        <section className="panel arrival" role="status" aria-label={t('setup.sale.watch')}>
          {deliveries.map((delivery) => (
            <Arrival
              key={delivery.id}
              delivery={delivery}
              paidAt={sale.data.paidAt}
              needsPlayer={product.conditions.requiresOnline}
            />
          ))}
        </section>
      )}
      {isDelivered && <Note kind="ok">{t('setup.sale.arrived', { product: product.name })}</Note>}
      <StepFoot
        back="product"
        {...(order && { next: 'live', nextText: t('setup.sale.next'), isPrimary: isDelivered })}
      />
    </>
  )
}
