import { listen } from '../kit/game/listen.ts'
import { waitUntil } from '../kit/wait-until.ts'
import type { Attack } from './attack.ts'

const WAIT = { timeoutMs: 20_000, intervalMs: 200 }

/** Attacks by the receiver of a webhook. */
export const ATTACKS: Attack[] = [
  {
    name: 'have an event sent for ever, without a trace, by answering 099',
    async run({ createOwner, createStore, defer }) {
      let requests = 0
      const { url, close } = await listen((_request, response) => {
        requests++
        response.socket?.end('HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n')
      })
      defer(close)
      const owner = await createOwner()
      const { storeId } = await createStore(owner)
      const { id: endpointId } = await owner.manage.createWebhook({ storeId, url })
      await owner.manage.testWebhook({ storeId, endpointId })
      const countAttempts = async () => (await owner.manage.listWebhookAttempts({ storeId, endpointId })).items.length
      if (await waitUntil(async () => requests > 0 && (await countAttempts()) > 0, WAIT)) return undefined
      if (requests === 0) throw new Error('no event was sent')
      return `${requests} requests in ${WAIT.timeoutMs / 1_000} s, and none of them in the history`
    },
  },
]
