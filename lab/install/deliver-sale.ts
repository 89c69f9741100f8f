import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildAgent } from '../../scripts/build-agent.ts'
import { PROJECT_ROOT } from '../../e2e/kit/run-command.ts'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { openTerminal } from '../../e2e/kit/person/terminal.ts'
import type { Installed } from './way.ts'

const DELIVERY_TIMEOUT_MS = 60_000
/** A game server that reads commands from its standard input. */
const GAME = join(PROJECT_ROOT, 'agent/src/dialects/test/stdin-game.mjs')

export const LABEL = 'vale'
export const PRODUCT = 'Knight'

type Sale = { store: string; product: string; key: string }

/** Creates a store with a product and its pages, as the wizard of the dashboard does. */
export async function createStore({ run }: Installed): Promise<Sale> {
  const json = async <T>(line: string) => JSON.parse(await run(`quartermaster ${line} --json`)) as T
  const { id: store } = await json<{ id: string }>('store create --name Vale --url vale.example --currency BRL')
  const { key } = await json<{ key: string }>(`server create --name lobby --store ${store}`)
  const { id: product } = await json<{ id: string }>(
    `product create --name ${PRODUCT} --price 19.90 --approve 'give {userId} knight' --store ${store}`,
  )
  await json(`host label --label ${LABEL} --store ${store}`)
  return { store, product, key }
}

/** Unpacks the executable of the agent next to a game, sells, and waits until the game ran the command. */
export async function deliverSale(
  defer: Defer,
  { run, apiUrl, https }: Installed,
  { folder, executable, ...sale }: Sale & { folder: string; executable: string | undefined },
): Promise<boolean> {
  const archive = executable ?? (await buildAgent(join(folder, 'agent'), ['linux-x64']))[0]
  const authority = join(folder, 'authority.crt')
  await writeFile(authority, https.ca)
  const { protocol, hostname } = new URL(apiUrl)
  const game = await openTerminal(defer, join(folder, 'game'), {
    env: { NODE_EXTRA_CA_CERTS: authority },
    localHosts: protocol === 'https:' ? [hostname] : [],
  })
  const ranFile = join(game.folder, 'ran')
  await writeFile(ranFile, '')
  await game.run(`tar -xzf ${archive}`)
  await game.run(
    `./quartermaster-agent setup --url ${apiUrl} --key ${sale.key} --dialect stdin --program "node ${GAME} ${ranFile}" --yes`,
  )
  game.start('./quartermaster-agent')
  await run(`quartermaster sell --store ${sale.store} --player steve-42 --product ${sale.product} --reference sale-1`)
  const hasRun = async () => existsSync(ranFile) && (await readFile(ranFile, 'utf8')).includes('give steve-42 knight')
  return waitUntil(hasRun, { timeoutMs: DELIVERY_TIMEOUT_MS })
}
