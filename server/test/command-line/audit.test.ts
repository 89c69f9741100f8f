import { describe, expect, test } from 'vitest'
import { formatId } from '../../src/ids.ts'
import { openCommandLine, TRANSPORTS } from './harness.ts'

const { platform, newStore } = await openCommandLine()

/** Entries of one second each, from the oldest to the newest. */
const fillLog = (storeId: string, count: number) =>
  platform.query(
    `insert into audit_log (store_id, id, at, actor_kind, actor_id, actor_name, action, subject)
     select $1, ('01980000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, timestamptz '2026-01-01Z' + n * interval '1 second',
       'member', '01980000-0000-7000-8000-000000000000', 'ana@vale.example', case n % 2 when 0 then 'updateStore' else 'updateProduct' end, 'n' || n
     from generate_series(0, $2 - 1) n`,
    [storeId, count],
  )

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { subject: string; createdAt: string; action: string })

describe.each(TRANSPORTS)('%s', (transport) => {
  test('the export has every entry once, oldest first, one JSON object in each line', async () => {
    const { storeId, text } = await newStore(transport)
    await fillLog(storeId, 450)
    const exported = linesOf(await text('audit export'))
    expect(exported.map(({ subject }) => subject)).toEqual(Array.from({ length: 450 }, (_, n) => `n${n}`))
    const listed = await text('audit list --json --limit 3')
    const { items } = JSON.parse(listed) as { items: { subject: string }[] }
    expect(items).toEqual(exported.slice(-3).toReversed())
  })

  test('the export can be limited to a time, an action and a subject', async () => {
    const { storeId, text } = await newStore(transport)
    await fillLog(storeId, 300)
    const range = 'audit export --from 2026-01-01T00:00:10Z --to 2026-01-01T00:00:20Z'
    const subjects = async (line: string) => linesOf(await text(line)).map(({ subject }) => subject)
    expect(await subjects(range)).toEqual(Array.from({ length: 10 }, (_, n) => `n${n + 10}`))
    expect(await subjects(`${range} --action updateStore`)).toEqual(['n10', 'n12', 'n14', 'n16', 'n18'])
    expect(await subjects('audit export --subject n7')).toEqual(['n7'])
    expect(await text('audit list --subject n8')).toMatch(/2026-01-01 00:00:08 UTC +ana@vale\.example +updateStore +n8/)
  })
})

test('an export needs the permission to read the audit log', async () => {
  const storeId = await platform.createStore()
  const support = await platform.createApiToken(storeId, ['store:read', 'players:read'])
  const { status } = await platform.request('GET', `/stores/${formatId('sto', storeId)}/audit-log?order=oldest`, {
    as: support,
  })
  expect(status).toBe(403)
})
