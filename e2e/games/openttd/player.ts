import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startGameProcess } from '../game-process.ts'
import { waitUntil } from '../wait-until.ts'
import { PROGRAM } from './start-openttd.ts'

export type OpenttdPlayer = {
  /** The chat, as this player's client received it. */
  heard: () => Promise<string[]>
  leave: () => Promise<void>
}

/** A real client without a screen. It keeps a journal of what the server sent. */
export async function joinOpenttd(
  name: string,
  { folder, port }: { folder: string; port: number },
): Promise<OpenttdPlayer> {
  const home = join(folder, name)
  const settings = join(home, 'openttd.cfg')
  await mkdir(home, { recursive: true })
  await writeFile(settings, `[network]\nclient_name = ${name}\n`)
  const client = await startGameProcess({
    name: 'client',
    command: PROGRAM,
    // With threads every third start ended in an endless wait on a busy machine.
    args: ['-v', 'sdl:no_threads', '-r', '640x480', '-s', 'null', '-m', 'null', '-c', settings]
      .concat(['-d', 'net=3,desync=1'])
      .concat(['-n', `127.0.0.1:${port}`]),
    folder: home,
    env: { SDL_VIDEODRIVER: 'dummy' },
    ready: /Connected to/,
    // Asked politely it shows a window that nobody can answer.
    signal: 'SIGKILL',
  })

  async function heard(): Promise<string[]> {
    const journal = await readFile(join(home, 'save/autosave/commands-out.log'), 'utf8').catch(() => '')
    return [...journal.matchAll(/^msg: [^;]*; [^;]*; (.*)$/gm)].map(([, line = '']) => line)
  }

  const hasJoined = async () => (await heard()).some((line) => line.endsWith(`${name} has joined the game`))
  try {
    await waitUntil(`${name} is in the game`, hasJoined, { withinMs: 30_000 })
  } catch (error) {
    await client.stop()
    throw error
  }
  return { heard, leave: client.stop }
}
