import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { Select } from '../../ui/select.tsx'
import { GivenFields } from '../given-fields.tsx'
import { targetsOf } from '../preview/game-of.ts'
import { serversQuery } from '../queries.ts'

/** Sells the product to a player of a test store, without money. Its commands run on connected servers. */
export function TestSale({ product }: { product: Manage.Product }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const servers = targetsOf(product, useQuery(serversQuery(storeId)).data ?? [])
  const [variantId, setVariant] = useState(product.variants[0]?.id ?? '')
  const [serverId, setServer] = useState<string>()
  const [fields, setFields] = useState<Record<string, string>>({})
  const [isDone, setDone] = useState(false)
  const chosenServer = serverId ?? servers[0]?.id

  async function sell({ player = '' }: Record<string, string>): Promise<void> {
    await api.createManualSale({
      storeId,
      gameUserId: player,
      items: [{ productId: product.id, fields, ...(variantId !== '' && { variantId }) }],
      ...(product.buyerChoosesServer && chosenServer !== undefined && { serverId: chosenServer }),
    })
    setDone(true)
  }

  return (
    <>
      {isDone && <Note kind="ok">{t('testSale.done')}</Note>}
      <Confirm
        trigger={<Button icon="flask">{t('testSale.title')}</Button>}
        title={t('testSale.title')}
        submit={t('testSale.submit')}
        kind="primary"
        fields={['gameUserId']}
        run={sell}
        changes={['orders', 'deliveries']}
      >
        {({ errorOf }) => (
          <>
            <p className="small">
              {t('testSale.effect', { servers: servers.map(({ name }) => name).join(', ') || '–' })}
            </p>
            <Field label={t('testSale.player')} name="player" required maxLength={255} error={errorOf('gameUserId')} />
            {product.variants.length > 0 && (
              <Select
                label={t('variants.title')}
                value={variantId}
                options={product.variants.map(({ id, name }) => [id, name])}
                onChange={setVariant}
              />
            )}
            <GivenFields fields={product.fields} values={fields} onChange={setFields} />
            {product.buyerChoosesServer && servers.length > 0 && (
              <Select
                label={t('product.deliverTo')}
                value={chosenServer ?? ''}
                options={servers.map(({ id, name }) => [id, name])}
                onChange={setServer}
              />
            )}
          </>
        )}
      </Confirm>
    </>
  )
}
