import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DeliveryId, formatId, newId, parseId } from './ids.ts'

test('an id reads back as it was written, whatever its bits', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      const id = uuid as DeliveryId
      expect(parseId<DeliveryId>('cmd', formatId('cmd', id))).toBe(id)
    }),
  )
})

test('an id is spelled as the TypeID specification spells it', () => {
  const spelled = (uuid: string) => formatId('cmd', uuid as DeliveryId)
  expect(spelled('00000000-0000-0000-0000-000000000000')).toBe('cmd_00000000000000000000000000')
  expect(spelled('00000000-0000-0000-0000-000000000020')).toBe('cmd_00000000000000000000000010')
  expect(spelled('01890a5d-ac96-774b-bcce-b302099a8057')).toBe('cmd_01h455vb4pex5vsknk084sn02q')
  expect(spelled('ffffffff-ffff-ffff-ffff-ffffffffffff')).toBe('cmd_7zzzzzzzzzzzzzzzzzzzzzzzzz')
})

test('what is not spelled like an id is no id', () => {
  const good = formatId('cmd', newId<DeliveryId>())
  for (const bad of [
    '',
    'cmd',
    'cmd_',
    good.slice(0, -1),
    `${good}0`,
    good.toUpperCase(),
    good.replace('cmd_', 'chk_'),
    'cmd_8zzzzzzzzzzzzzzzzzzzzzzzzz',
    'cmd_0000000000000000000000000u',
    `cmd_${'💎'.repeat(13)}`,
  ]) {
    expect(parseId<DeliveryId>('cmd', bad), bad).toBeUndefined()
  }
  expect(parseId<DeliveryId>('cmd', good)).toBeDefined()
})

test('ids made later sort later', async () => {
  const first = newId<DeliveryId>()
  await new Promise((resolve) => setTimeout(resolve, 2))
  expect(newId<DeliveryId>() > first).toBe(true)
})
