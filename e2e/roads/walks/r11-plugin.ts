import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { waitUntil } from '../../kit/wait-until.ts'
import { commandsIn, readBlock, readExamples } from '../documents.ts'
import { require, type Road } from '../road.ts'

const GUIDE = 'docs/plugin-developers.md'
const TIMEOUT_MS = 60_000

/** Somebody writes a client with the guide alone: they copy the examples out of it, test them, and connect one to a store. */
export const R11: Road = {
  name: 'R11',
  title: 'plugin developer',
  budget: { clicks: 12, fields: 12 },
  async run(developer, world) {
    const { store, game, folder } = world
    const shell = await world.openShell(developer)
    for (const { path, text } of await readExamples(GUIDE)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    const kit = commandsIn(await readBlock(GUIDE, 'Test your client with the conformance kit'))
    const tests = kit.filter((command) => command.includes('--client'))
    require(tests.length === 2, `the guide has ${tests.length} commands that test a client`)
    // The guide says that this makes them faster.
    for (const command of tests) require((await shell.run(`${command} --parallel 4`)).includes('Passed'), command)

    const consoleFile = join(folder, 'console')
    await game.replaceAgent(consoleFile)
    const settings = { QM_URL: world.url, QM_KEY: store.servers[0]?.key ?? '', QM_CONSOLE_FILE: consoleFile }
    const environment = Object.entries(settings).map(([name, value]) => `${name}='${value}'`)
    shell.start(`${environment.join(' ')} python3 examples/python/client.py`)
    await world.step('a player buys, and the client of the guide delivers', async () => {
      const { shop, player } = developer
      await shop.addToBasket(`${store.origin}/p/vip`)
      await shop.enterName(player)
      await shop.payWith('stripe')
      await shop.confirmPayment()
      await shop.see(shop.t('order.headline.delivered'))
      const hasRun = () => game.log.some(({ command }) => command === `addvip ${player} gold`)
      require(await waitUntil(hasRun, { timeoutMs: TIMEOUT_MS }), 'the game ran nothing')
    })
  },
}
