import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** Operations of the management API that no screen calls, and why. */
const WITHOUT_A_SCREEN: Record<string, string> = {
  exportStore: 'the settings of a store read it as a stream, without the client',
  getCategory: 'the list of categories contains everything',
  getCoupon: 'the list of coupons contains everything',
  getSale: 'the list of sales contains everything',
  getFeed: 'Today reads it as server-sent events, without the client',
  importStore: 'the page to import a store sends a file of any size, without the client',
  importBatch: 'the command line reads the other platform and imports it, see docs/import.md',
  listBans: 'the list of players shows who is banned',
  listEntitlements: "a player's page contains what they own",
  openCheckout: 'buyers open checkouts in the storefront; a person uses a manual sale',
  previewImport: 'the command line shows it with `import --dry-run`',
  whoAmI: 'tells a program whose token it has; a person sees their account',
}

type Document = { paths: Record<string, Record<string, { operationId?: string }>> }

test('every operation of the management API has a screen, or a reason to have none', async () => {
  const document = JSON.parse(await readFile('contract/openapi/manage-1.0.json', 'utf8')) as Document
  const operations = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId }) => operationId ?? [])
  let code = ''
  for await (const file of glob('src/**/*.{ts,tsx}', { cwd: ROOT })) code += await readFile(join(ROOT, file), 'utf8')
  const unused = operations.filter((operation) => !new RegExp(`\\bapi\\s*\\.${operation}\\b`).test(code))
  expect(unused.sort()).toEqual(Object.keys(WITHOUT_A_SCREEN).sort())
})
