import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startProcess } from '../kit/game/child-process.ts'
import { freePort } from '../kit/game/free-port.ts'
import { startRconServer } from '../kit/game/rcon-server.ts'
import { withCleanUp } from '../kit/run-harness.ts'
import { createTestStore, type Owner } from '../kit/test-store.ts'
import { waitUntil } from '../kit/wait-until.ts'

const PASSWORD = 'open sesame'
const PLAYER = 'steve'
const EXPECTED = `addvip ${PLAYER} gold`
const DELIVERY_TIMEOUT_MS = 120_000

type Agent = { name: string; command: string[]; env: Record<string, string> }

/** Sets the agent up for a game with a stand-in console, sells, and waits for the report. Returns broken promises. */
export async function deliver(
  { name, command: [program = '', ...first], env }: Agent,
  { owner, url, folder: parent }: { owner: Owner; url: string; folder: string },
): Promise<string[]> {
  return withCleanUp(async (defer) => {
    const folder = await mkdtemp(join(parent, 'game-'))
    const { storeId, manage, servers, addProduct, sell } = await createTestStore(owner)
    const productId = await addProduct()
    const ran: string[] = []
    const port = await freePort()
    const run = (line: string) => {
      if (line.startsWith('list')) return `There are 1 of a max of 20 players online: ${PLAYER}`
      ran.push(line)
      return 'Done'
    }
    const game = startRconServer({ port, password: PASSWORD, run })
    await once(game, 'listening')
    defer(() => game.close())

    const console = ['--dialect', 'minecraft', '--host', '127.0.0.1', '--port', String(port), '--password', PASSWORD]
    const answers = ['--url', url, '--key', servers[0]?.key ?? '', ...console, '--yes']
    await promisify(execFile)(program, [...first, 'setup', ...answers], { cwd: folder, env: { ...env, HOME: folder } })
    const ready = /Connected to the store/
    const agent = await startProcess({ name: 'agent', command: program, args: [...first, 'run'], folder, env, ready })
    defer(agent.stop)

    const { deliveryIds } = await sell({ gameUserId: PLAYER, items: [{ productId }] })
    const [deliveryId = ''] = deliveryIds
    const isReported = async () => (await manage.getDelivery({ storeId, deliveryId })).state === 'processed'
    const arrived = await waitUntil(isReported, { timeoutMs: DELIVERY_TIMEOUT_MS })
    if (!arrived) return [`${name} did not report the delivery`]
    return ran.join() === EXPECTED ? [] : [`${name} ran ${JSON.stringify(ran)} instead of "${EXPECTED}" once`]
  }).catch((error: unknown) => [`${name}: ${error instanceof Error ? error.message : String(error)}`])
}
