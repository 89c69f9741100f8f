import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { api } from '../api/client.ts'
import { useTexts } from '../app/texts.tsx'
import { useServers } from '../deliveries/servers.ts'
import { GivenFields } from '../catalog/given-fields.tsx'
import { useStore } from '../shell/store-context.ts'
import { Button } from '../ui/button.tsx'
import { CommandLine } from '../ui/command-line.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'

/** Records a sale that was paid elsewhere, or a gift. Its commands run at once. */
export function Give({ player }: { player?: string }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<Chosen>(NOTHING)

  async function run({ gameUserId = player ?? '', quantity = '1', reference = '' }: Record<string, string>) {
    const { productId, variantId, serverId, fields } = chosen
    const { id } = await api.createManualSale({
      storeId,
      gameUserId,
      items: [{ productId, quantity: Number(quantity), fields, ...(variantId !== '' && { variantId }) }],
      ...(serverId !== '' && { serverId }),
      ...(reference !== '' && { reference }),
    })
    await navigate({ to: '/stores/$storeId/orders/$orderId', params: { storeId, orderId: id } })
  }

  return (
    <Confirm
      title={player === undefined ? t('give.question') : t('give.questionTo', { player })}
      submit={t('give.submit')}
      kind="primary"
      trigger={<Button icon="plus">{t('give.open')}…</Button>}
      changes={['players', 'orders', 'deliveries']}
      fields={['gameUserId', 'quantity', 'reference']}
      run={run}
    >
      {({ errorOf }) => (
        <>
          {player === undefined && (
            <Field
              label={t('order.player')}
              name="gameUserId"
              required
              maxLength={255}
              hint={t('give.playerHint')}
              error={errorOf('gameUserId')}
            />
          )}
          <What chosen={chosen} onChoose={setChosen} player={player ?? '{userId}'} />
          <Field
            label={t('give.quantity')}
            name="quantity"
            type="number"
            min={1}
            max={1000}
            defaultValue={1}
            error={errorOf('quantity')}
          />
          <Field
            label={t('give.reference')}
            name="reference"
            maxLength={200}
            hint={t('give.referenceHint')}
            error={errorOf('reference')}
          />
        </>
      )}
    </Confirm>
  )
}

type Chosen = { productId: string; variantId: string; serverId: string; fields: Record<string, string> }
const NOTHING: Chosen = { productId: '', variantId: '', serverId: '', fields: {} }
type WhatProps = { chosen: Chosen; onChoose: (chosen: Chosen) => void; player: string }

/** The product, and the commands that it runs. */
function What({ chosen, onChoose, player }: WhatProps): ReactElement {
  const t = useTexts()
  const products = useSellable()
  const servers = useServers()
  const product = products.find(({ id }) => id === chosen.productId)
  const none: [string, string] = ['', t('give.choose')]
  return (
    <>
      <Select
        label={t('order.product')}
        value={chosen.productId}
        options={[none, ...products.map(({ id, name }): [string, string] => [id, name])]}
        onChange={(productId) => onChoose({ ...NOTHING, productId })}
      />
      {product && product.variants.length > 0 && (
        <Select
          label={t('give.variant')}
          value={chosen.variantId}
          options={[none, ...product.variants.map(({ id, name }): [string, string] => [id, name])]}
          onChange={(variantId) => onChoose({ ...chosen, variantId })}
        />
      )}
      {product && (
        <GivenFields
          fields={product.fields}
          values={chosen.fields}
          onChange={(fields) => onChoose({ ...chosen, fields })}
        />
      )}
      {product?.buyerChoosesServer && (
        <Select
          label={t('delivery.server')}
          value={chosen.serverId}
          options={[none, ...servers.map(({ id, name }): [string, string] => [id, name])]}
          onChange={(serverId) => onChoose({ ...chosen, serverId })}
        />
      )}
      {product && (
        <div className="effect">
          <p className="small soft">{t('give.effect')}</p>
          {product.commands.approve.map((command, index) => (
            <CommandLine key={index} command={command} player={player} />
          ))}
        </div>
      )}
    </>
  )
}

function useSellable(): Manage.Product[] {
  const { id: storeId } = useStore()
  const { data } = useQuery({
    queryKey: ['products', storeId, 'all'],
    queryFn: () => Array.fromAsync(api.listProducts.each({ storeId, limit: 200 })),
    staleTime: 30_000,
  })
  return data ?? []
}
