import { expect, test } from 'vitest'
import { waitUntil } from '../wait-until.ts'
import { BUYER, startTrial } from './trial.ts'

const old = { speaks: '1.0' } as const

test('a store without 2.0 is served by 1.0, in every shape of its elements', async () => {
  const { server, store, queue, outcomeOf } = await startTrial(old)
  await outcomeOf(
    queue(['give {userId} bread'], {
      products: [{ commands: ['give {userId} bread'] }, { commands: ['give {userId} water'] }],
    }),
  )
  await outcomeOf(queue(['take {userId} bread'], { deliveryType: 'EXPIRE' }))
  expect(server.ran).toEqual([`give ${BUYER} bread`, `give ${BUYER} water`, `take ${BUYER} bread`])
  expect(store.queue).toEqual([])
})

test('what an absent player bought waits for him', async () => {
  const { server, queue, outcomeOf } = await startTrial(old)
  const late = queue(['give {userId} bread'], { gameUserId: '3c4d' })
  await outcomeOf(queue(['give {userId} water']))
  server.join(2, 'license:3c4d')
  await outcomeOf(late)
  expect(server.ran).toEqual([`give ${BUYER} water`, 'give 3c4d bread'])
})

test('a doubt is held here until the owner decides', async () => {
  const { server, store, queue, outcomeOf } = await startTrial(old)
  const id = queue(['give {userId} bread', 'crash', 'give {userId} water'])
  await waitUntil('the server has died', server.isDown)
  await server.start()
  await outcomeOf(queue(['give {userId} apple']))
  server.tell('type', 'quartermaster', 'status')
  await waitUntil('it is shown', () => server.printed.some((line) => line.includes(`held: ${id}`)))
  expect(store.outcomes.map((outcome) => outcome.id)).not.toContain(id)
  server.tell('type', 'quartermaster', 'delivered', id)
  await outcomeOf(id)
  expect(server.ran).toEqual([`give ${BUYER} bread`, 'crash', `give ${BUYER} apple`])
})

test('what is held runs again from where it stopped when the owner says so, also after a restart', async () => {
  const { server, queue, outcomeOf } = await startTrial(old)
  const id = queue(['give {userId} bread', 'gvie {userId} water'])
  await waitUntil('it is held', () => server.printed.some((line) => line.includes(`${id} is held`)))
  await server.kill()
  await server.start()
  server.tell('command', 'gvie', 'allowed')
  await waitUntil('it is connected', () => server.printed.filter((line) => line.includes('connected')).length === 2)
  server.tell('type', 'quartermaster', 'retry', id)
  await outcomeOf(id)
  expect(server.ran).toEqual([`give ${BUYER} bread`, `gvie ${BUYER} water`])
})
