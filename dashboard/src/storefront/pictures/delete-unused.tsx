import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useBytes } from '../../app/bytes.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'

const PAGE = 200
/** Someone may be editing the product that will show it. */
const NEW_MS = 3_600_000

/** Deletes all pictures that nothing shows, except new ones. */
export function DeleteUnused(): ReactElement | null {
  const t = useTexts()
  const { id: storeId } = useStore()
  const bytesOf = useBytes()
  const { data: unused = [] } = useQuery({
    queryKey: ['pictures', storeId, 'unused'],
    queryFn: async () => {
      const all = await Array.fromAsync(api.listPictures.each({ storeId, limit: PAGE }))
      return all.filter(({ usedBy, createdAt }) => usedBy.length === 0 && Date.parse(createdAt) < Date.now() - NEW_MS)
    },
  })

  async function deleteAll(): Promise<void> {
    for (const { hash } of unused) await api.deletePicture({ storeId, hash })
  }

  if (unused.length === 0) return null
  const size = bytesOf(unused.reduce((sum, { bytes }) => sum + bytes, 0))
  return (
    <Confirm
      trigger={<Button icon="trash">{t('storefront.deleteUnused', { count: unused.length })}</Button>}
      title={t('storefront.deleteUnused', { count: unused.length })}
      submit={t('storefront.deleteUnusedSubmit', { count: unused.length })}
      run={deleteAll}
      changes={['pictures']}
    >
      <p className="small">{t('storefront.deleteUnusedEffect', { size })}</p>
    </Confirm>
  )
}
