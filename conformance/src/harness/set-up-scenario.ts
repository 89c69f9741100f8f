import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientMaker, Place } from '../clients/client.ts'
import { openConsoleFile } from '../consoles/console-file.ts'
import type { Channel } from '../consoles/console-log.ts'
import { startRconConsole } from '../consoles/rcon-console.ts'
import { createElementMaker } from '../mock-store/delivery.ts'
import { type MockStore, startMockStore } from '../mock-store/mock-store.ts'
import { createQueueV1, type Queue } from '../mock-store/queue-v1.ts'
import { createQueueV2 } from '../mock-store/queue-v2.ts'
import type { Settings } from './settings.ts'
import { createStage, type Stage } from './scenario-context.ts'
import { createWorld } from './scenario-state.ts'

export type Scene = {
  version: '1.0' | '2.0'
  settings: Settings
  key: string
  /** Six letters that are in every id of this scenario. */
  run: string
  /** Without it the scenario brings a store of its own, on a free port. */
  store?: MockStore
  makeClient: ClientMaker
  /** The client is a part of this process, and needs no console to be reached by. */
  isInside?: boolean
}

/** A store, a game with three consoles, and a client between them that does not run yet. */
export async function setStage(scene: Scene): Promise<{ stage: Stage; clear: () => Promise<void> }> {
  const { settings, key } = scene
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-conformance-'))
  const file = scene.isInside ? undefined : openConsoleFile(folder)
  const password = randomBytes(9).toString('base64url')
  const rcon = scene.isInside ? undefined : await startRconConsole({ password })
  const store = scene.store ?? (await startMockStore({ port: 0 }))

  const queue = createQueue(scene, () => world.changed())
  const world = createWorld({ key, settings, queue, follow })
  const place: Place = {
    url: store.url,
    key,
    consoleUrl: `${store.url}/console`,
    playersUrl: `${store.url}/players`,
    consoleFile: file?.path ?? '',
    playersFile: file?.playersPath ?? '',
    rcon: { host: '127.0.0.1', port: rcon?.port ?? 0, password },
    state: folder,
    game: { run: (command) => sendToGame(command, 'direct'), online: world.online },
  }
  const client = scene.makeClient(place)
  world.kill = async () => {
    world.isCutOff = client.isByHand
    await client.kill()
  }
  store.play(world)
  rcon?.play(world)

  function follow(): void {
    for (const line of file?.follow() ?? []) sendToGame(line, 'file')
  }

  function sendToGame(line: string, channel: Channel) {
    const answer = world.console.record(line, channel)
    if (answer === 'die') void world.killClient()
    return answer
  }

  const element = createElementMaker(scene.run)
  return {
    stage: createStage({ world, queue, client, settings, element, follow, told: (online) => file?.tell(online) }),
    async clear() {
      await client.stop()
      await rcon?.close()
      if (!scene.store) await store.close()
      file?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function createQueue({ version, settings }: Scene, changed: () => void): Queue {
  const partSize = settings.longPart
  if (version === '1.0') return createQueueV1({ partSize, changed })
  return createQueueV2({ partSize, secondMs: settings.secondMs, changed })
}
