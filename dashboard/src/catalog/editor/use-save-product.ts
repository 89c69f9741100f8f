import type { Manage } from '@quartermaster/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { hasCode } from '../../api/problems.ts'
import { useProof } from '../../app/with-proof.ts'
import { useMay, useStore } from '../../shell/store-context.ts'
import { productQuery } from '../queries.ts'
import { type Body, bodyOf, changesOf } from './body-of.ts'
import { type Draft, draftOf } from './draft.ts'

/** Someone else changed the product while it was edited here. */
export type Conflict = { latest: Manage.Product; by: string | undefined; changed: string[] }

type Save = { draft: Draft; onSaved: (product: Manage.Product) => Promise<void> | void }

/** Sends the changed fields only, so that nothing that others changed meanwhile is overwritten. */
export function useSaveProduct(product: Manage.Product | undefined) {
  const { id: storeId, currency } = useStore()
  const mayReadAudit = useMay('audit:read')
  const withProof = useProof()
  const queryClient = useQueryClient()
  const [conflict, setConflict] = useState<Conflict>()

  async function findConflict(old: Manage.Product): Promise<Conflict> {
    const latest = await api.getProduct({ storeId, productId: old.id })
    const changed = Object.keys(changesOf(bodyOf(draftOf(old), currency), bodyOf(draftOf(latest), currency)))
    if (!mayReadAudit) return { latest, by: undefined, changed }
    const { items } = await api.listAuditLog({ storeId, subject: old.id, limit: 1 })
    return { latest, by: items[0]?.actor.name, changed }
  }

  const mutation = useMutation({
    mutationFn: async ({ draft, onSaved }: Save) => {
      try {
        const saved = await withProof(() => send(draft))
        setConflict(undefined)
        queryClient.setQueryData(productQuery(storeId, saved.id).queryKey, saved)
        await queryClient.invalidateQueries({ queryKey: ['products'] })
        await onSaved(saved)
      } catch (error) {
        if (!product || !hasCode(error, 'precondition_failed')) throw error
        setConflict(await findConflict(product))
      }
    },
  })

  async function send(draft: Draft): Promise<Manage.Product> {
    const body = bodyOf(draft, currency)
    if (!product) return api.createProduct({ storeId, ...body })
    const changes: Body = changesOf(bodyOf(draftOf(product), currency), body)
    return api.updateProduct({ storeId, productId: product.id, ...changes }, { ifMatch: product })
  }

  return { mutation, conflict, clearConflict: () => setConflict(undefined) }
}
