import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientEnvironment, CreateClient } from '../clients/client.ts'
import { openConsoleFile } from '../consoles/console-file.ts'
import type { Channel } from '../consoles/console-log.ts'
import { startRconConsole } from '../consoles/rcon-console.ts'
import { createDeliveryFactory } from '../mock-store/delivery.ts'
import { type MockStore, startMockStore } from '../mock-store/mock-store.ts'
import type { Queue } from '../mock-store/queue.ts'
import { createQueueV1 } from '../mock-store/queue-v1.ts'
import { createQueueV2 } from '../mock-store/queue-v2.ts'
import { createScenarioContext, type ScenarioContext } from './scenario-context.ts'
import { createScenarioState } from './scenario-state.ts'
import type { Settings } from './settings.ts'

export type ScenarioSetup = {
  version: '1.0' | '2.0'
  settings: Settings
  key: string
  /** Six characters that are part of every id in this scenario. */
  runId: string
  /** Without it, the scenario starts its own store on a free port. */
  store?: MockStore
  createClient: CreateClient
  /** The client runs inside this process, so it needs no console that it can connect to. */
  isInProcess?: boolean
}

type ReadyScenario = { context: ScenarioContext; tearDown: () => Promise<void> }

/** Starts a store and a game with three consoles, and creates a client without starting it. */
export async function setUpScenario(setup: ScenarioSetup): Promise<ReadyScenario> {
  const { settings, key } = setup
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-conformance-'))
  const file = setup.isInProcess ? undefined : openConsoleFile(folder)
  const password = randomBytes(9).toString('base64url')
  const rcon = setup.isInProcess ? undefined : await startRconConsole({ password })
  const store = setup.store ?? (await startMockStore({ port: 0 }))

  const queue = createQueue(setup, () => state.notifyChange())
  const state = createScenarioState({ key, settings, queue, readConsoleFile })
  const environment: ClientEnvironment = {
    url: store.url,
    key,
    consoleUrl: `${store.url}/console`,
    playersUrl: `${store.url}/players`,
    consoleFile: file?.path ?? '',
    playersFile: file?.playersPath ?? '',
    rcon: { host: '127.0.0.1', port: rcon?.port ?? 0, password },
    stateFolder: folder,
    game: { run: (command) => sendToGame(command, 'direct'), online: state.online },
  }
  const client = setup.createClient(environment)
  state.kill = async () => {
    state.isClientDown = client.isManual
    await client.kill()
  }
  store.setState(state)
  rcon?.setState(state)

  function readConsoleFile(): void {
    for (const line of file?.readNewLines() ?? []) sendToGame(line, 'file')
  }

  function sendToGame(line: string, channel: Channel) {
    const response = state.console.record(line, channel)
    if (response === 'kill') void state.killClient()
    return response
  }

  const createDelivery = createDeliveryFactory(setup.runId)
  const writePlayers = (online: string[]) => file?.writePlayers(online)
  return {
    context: createScenarioContext({ state, queue, client, settings, createDelivery, readConsoleFile, writePlayers }),
    async tearDown() {
      await client.stop()
      await rcon?.close()
      if (!setup.store) await store.close()
      file?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function createQueue({ version, settings }: ScenarioSetup, onChange: () => void): Queue {
  const { maxCommandsPerPoll: maxCommands, secondMs } = settings
  if (version === '1.0') return createQueueV1({ maxCommands, onChange })
  return createQueueV2({ maxCommands, secondMs, onChange })
}
