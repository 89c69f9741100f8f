import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../free-port.ts'
import { openStage } from '../stage.ts'
import { waitUntil } from '../wait-until.ts'
import { withEnds } from '../with-ends.ts'
import { readSeen } from './read-seen.ts'
import { startClient } from './start-client.ts'
import { layOutWorld, startWorld } from './start-world.ts'

const HELP = `Sells five diamonds to a player of Luanti and takes a picture of his screen.

  node e2e/games/luanti/take-picture.ts --to luanti.png
`
const PLAYER = 'Buyer1'

const { values } = parseArgs({ options: { to: { type: 'string' }, help: { type: 'boolean' } } })
if (values.help || values.to === undefined) {
  console.log(HELP)
} else {
  await takePicture(resolve(values.to))
}

async function takePicture(file: string): Promise<void> {
  await withEnds(async (ends) => {
    const runDir = await mkdtemp(join(tmpdir(), 'luanti-picture-'))
    const stage = await openStage(runDir)
    ends.unshift(() => stage.end())
    const folder = await stage.folderFor('luanti')
    const shop = await stage.openShop('luanti')
    const port = await freePort()
    await layOutWorld({ folder, port, storeUrl: stage.storeUrl, key: shop.key })
    const world = await startWorld({ folder })
    ends.unshift(() => world.stop())
    const client = await startClient({ folder, port, player: PLAYER })
    ends.unshift(() => client.stop())
    await waitUntil('he joins', async () => (await readSeen(folder, PLAYER)).isThere, { withinMs: 60_000 })
    const diamonds = { name: 'Five diamonds', approve: ['give {userId} default:diamond 5'], refund: [], expire: [] }
    await shop.sell(PLAYER, await shop.list({ ...diamonds, seconds: null }))
    await waitUntil('he has them', async () => (await readSeen(folder, PLAYER)).diamonds === 5)
    // The client draws a few pictures a second, and the chat tells of the gift for a while.
    await new Promise((next) => setTimeout(next, 3_000))
    await client.screenshot(file)
    console.error(`the picture is ${file}`)
  })
}
