import { createManageClient, type Manage, type ManageClient, StoreError } from '@quartermaster/sdk'

/**
 * Manages a store with the management API.
 *
 *     QM_URL=https://store.example QM_TOKEN=qmt_… QM_STORE=sto_… node manage.ts
 */
export async function listHeldDeliveries(manage: ManageClient, storeId: string): Promise<string[]> {
  const lines: string[] = []
  for await (const { id, gameUserId, receipt } of manage.listDeliveries.each({ storeId, state: 'held' })) {
    lines.push(`${id} for ${gameUserId}: ${receipt ?? 'no receipt from the game'}`)
  }
  return lines
}

export async function giveProduct(
  manage: ManageClient,
  { storeId, productId, players }: { storeId: string; productId: string; players: string[] },
): Promise<string[]> {
  const checkoutIds: string[] = []
  for (const gameUserId of players) {
    const sale = { storeId, gameUserId, items: [{ productId }], reference: `summer ${gameUserId}` }
    const { id } = await manage.createManualSale(sale, { idempotencyKey: `summer-${gameUserId}` })
    checkoutIds.push(id)
  }
  return checkoutIds
}

export async function raisePrice(
  manage: ManageClient,
  { storeId, productId, by }: { storeId: string; productId: string; by: number },
): Promise<Manage.Product> {
  for (;;) {
    const product = await manage.getProduct({ storeId, productId })
    try {
      const priceMinor = product.priceMinor + by
      return await manage.updateProduct({ storeId, productId, priceMinor }, { ifMatch: product })
    } catch (error) {
      // Another change was saved first: read the product again.
      if (!(error instanceof StoreError && error.code === 'precondition_failed')) throw error
    }
  }
}

if (import.meta.main) {
  const { QM_URL = '', QM_TOKEN = '', QM_STORE = '' } = process.env
  const manage = createManageClient({ url: QM_URL, token: QM_TOKEN })
  for (const line of await listHeldDeliveries(manage, QM_STORE)) console.log(line)
}
