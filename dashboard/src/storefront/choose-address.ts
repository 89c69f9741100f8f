import type { Manage } from '@quartermaster/sdk'
import { api } from '../api/client.ts'

type Addressed = Pick<Manage.Store, 'id' | 'url' | 'version'>

/** Serves the store at the label. Its address follows, unless another host serves the store there. */
export async function chooseAddress(store: Addressed, label: string): Promise<void> {
  const storeId = store.id
  const { url } = await api.chooseLabel({ storeId, label })
  if (url === null) return
  const { items } = await api.listHosts({ storeId })
  const isServed = items.some((host) => host.url !== null && new URL(host.url).host === store.url)
  if (!isServed) await api.updateStore({ storeId, url: new URL(url).host }, { ifMatch: store })
}
