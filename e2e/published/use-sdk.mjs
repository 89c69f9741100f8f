// Sells and delivers with the published SDK, as a program of its users would. Prints what it ran and what the store says about it.
import { createDeliveryClient, createManageClient, fillCommand, signWebhook, verifyWebhook } from '@quartermaster/sdk'

const [url = '', token = '', storeId = '', key = '', productId = ''] = process.argv.slice(2)
const manage = createManageClient({ url, token })
const { deliveryIds } = await manage.createManualSale({ storeId, gameUserId: 'ann', items: [{ productId }] })
const client = createDeliveryClient({ url, key })
const { commands } = await client.poll({ online: ['ann'], holding: [] })
const ran = []
for (const { id, attempt, gameUserId, products } of commands) {
  const lines = products.flatMap((product) => product.commands)
  ran.push(...lines.map((line) => fillCommand(line, { userId: gameUserId }, 'minecraft')))
  await client.report([{ id, attempt, outcome: 'done' }])
}
const { state } = await manage.getDelivery({ storeId, deliveryId: deliveryIds[0] ?? '' })
const body = JSON.stringify({ type: 'endpoint.test', timestamp: '', data: {} })
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const event = verifyWebhook({ body, headers: signWebhook({ id: 'evt_1', body, secret }), secret })
console.log([...ran, state, event.type].join(', '))
