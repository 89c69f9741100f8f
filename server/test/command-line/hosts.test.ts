import { describe, expect, test } from 'vitest'
import { openCommandLine, TRANSPORTS } from './harness.ts'

const { newStore } = await openCommandLine(
  {},
  { PUBLIC_URL: 'https://manage.localhost', STOREFRONT_DOMAIN: 'stores.example' },
)

describe.each(TRANSPORTS)('%s', (transport) => {
  const name = transport === 'with --remote' ? 'far' : 'near'

  test('an owner chooses a label, adds a domain, sees its record and removes both', async () => {
    const { json, text, run, store } = await newStore(transport)
    expect(await text('host list')).toBe('This store has no hosts.\n')
    expect(await text(`host label --label ${name}`)).toBe(`The store is at https://${name}.stores.example\n`)
    const added = await text(`host add --domain shop.${name}.example`)
    expect(added).toContain(`_quartermaster.shop.${name}.example  TXT  store=${store}`)
    expect(added).toContain(`host check --domain shop.${name}.example`)
    expect((await json<{ items: object[] }>('host list')).items).toMatchObject([
      { host: name, kind: 'label', url: `https://${name}.stores.example` },
      { host: `shop.${name}.example`, kind: 'domain', url: null },
    ])
    expect(await text('host list')).toContain(`_quartermaster.shop.${name}.example store=${store}`)
    for (const host of [name, `shop.${name}.example`])
      expect(await text(`host remove --host ${host}`)).toBe('Removed. It is no longer served.\n')
    expect(await text('host list')).toBe('This store has no hosts.\n')
    const refused = await run(`host label --label admin`)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('reserved for the platform') as string])
  })

  test('a domain without its record is not served', async () => {
    const { text, run } = await newStore(transport)
    // The name server of the machine has no such name, or there is none.
    await text(`host add --domain ${name}.invalid`)
    const checked = await run(`host check --domain ${name}.invalid`)
    expect([checked.code, checked.stderr]).toEqual([1, expect.stringContaining('There is no TXT record') as string])
    expect(await text('host list')).toContain('not served')
  })
})
