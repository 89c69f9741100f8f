import { expect, test } from 'vitest'
import { waitFor } from '../wait-for.ts'
import { BUYER, startTrial } from './start-trial.ts'

const old = { speaks: '1.0' } as const

test('a store without 2.0 is served with 1.0, with `product` and with `products`', async () => {
  const { server, store, enqueue, waitForOutcome } = await startTrial(old)
  const bought = enqueue([['give {userId} bread'], ['give {userId} water']])
  await waitForOutcome(bought)
  const expired = enqueue(['take {userId} bread'], { deliveryType: 'EXPIRE' })
  await waitForOutcome(expired)
  expect(server.ran).toEqual([`give ${BUYER} bread`, `give ${BUYER} water`, `take ${BUYER} bread`])
  expect(store.outcomes.map(({ id }) => id)).toEqual([bought, expired])
})

test('a delivery for an offline player waits', async () => {
  const { server, enqueue, waitForOutcome } = await startTrial(old)
  const late = enqueue(['give {userId} bread'], { player: '3c4d' })
  await waitForOutcome(enqueue(['give {userId} water']))
  server.join(2, 'license:3c4d')
  await waitForOutcome(late)
  expect(server.ran).toEqual([`give ${BUYER} water`, 'give 3c4d bread'])
})

test('the resource holds an uncertain delivery until the owner decides', async () => {
  const { server, store, enqueue, waitForOutcome } = await startTrial(old)
  const id = enqueue(['give {userId} bread', 'crash', 'give {userId} water'])
  await waitFor('the server has crashed', server.isDown)
  await server.start()
  await waitForOutcome(enqueue(['give {userId} apple']))
  server.tell('type', 'quartermaster', 'status')
  await waitFor('the status shows it', () => server.printed.some((line) => line.includes(`held: ${id}`)))
  expect(store.outcomes.map((outcome) => outcome.id)).not.toContain(id)
  server.tell('type', 'quartermaster', 'delivered', id)
  await waitForOutcome(id)
  expect(server.ran).toEqual([`give ${BUYER} bread`, 'crash', `give ${BUYER} apple`])
})

test('a held delivery continues where it stopped when the owner retries it, even after a restart', async () => {
  const { server, enqueue, waitForOutcome } = await startTrial(old)
  const id = enqueue(['give {userId} bread', 'gvie {userId} water'])
  await waitFor('the delivery is held', () => server.printed.some((line) => line.includes(`${id} is held`)))
  await server.kill()
  await server.start()
  server.tell('command', 'gvie', 'allowed')
  await waitFor(
    'the resource is connected',
    () => server.printed.filter((line) => line.includes('connected')).length === 2,
  )
  server.tell('type', 'quartermaster', 'retry', id)
  await waitForOutcome(id)
  expect(server.ran).toEqual([`give ${BUYER} bread`, `gvie ${BUYER} water`])
})
