import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DeliveryId, formatId, newId, parseId } from './ids.ts'

test('every id can be formatted and parsed', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      const id = uuid as DeliveryId
      expect(parseId<DeliveryId>('cmd', formatId('cmd', id))).toBe(id)
    }),
  )
})

test('ids follow the TypeID specification', () => {
  const format = (uuid: string) => formatId('cmd', uuid as DeliveryId)
  expect(format('00000000-0000-0000-0000-000000000000')).toBe('cmd_00000000000000000000000000')
  expect(format('00000000-0000-0000-0000-000000000020')).toBe('cmd_00000000000000000000000010')
  expect(format('01890a5d-ac96-774b-bcce-b302099a8057')).toBe('cmd_01h455vb4pex5vsknk084sn02q')
  expect(format('ffffffff-ffff-ffff-ffff-ffffffffffff')).toBe('cmd_7zzzzzzzzzzzzzzzzzzzzzzzzz')
})

test('malformed ids are rejected', () => {
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

test('later ids sort after earlier ones', async () => {
  const first = newId<DeliveryId>()
  await new Promise((resolve) => setTimeout(resolve, 2))
  expect(newId<DeliveryId>() > first).toBe(true)
})
