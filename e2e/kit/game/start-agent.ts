import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { agentCommand } from '../../../agent/test/agent-command.ts'
import { type RunningProcess, startProcess } from './child-process.ts'

export type Console = { dialect: string; host: string; port: number; password: string }

type Settings = {
  url: string
  key: string
  console: Console
  serverPort?: number
  /** For its configuration, journal and log. */
  folder: string
}

/** Starts the agent with a configuration file, as an owner would. It is connected to the store then. */
export async function startAgent({ folder, ...settings }: Settings): Promise<RunningProcess> {
  const config = join(folder, 'quartermaster-agent.json')
  await mkdir(folder, { recursive: true })
  await writeFile(config, JSON.stringify(settings), { mode: 0o600 })
  const [command, ...first] = agentCommand()
  return startProcess({
    name: 'agent',
    command,
    args: [...first, 'run', '--config', config],
    folder,
    ready: /Connected to the store/,
  })
}
