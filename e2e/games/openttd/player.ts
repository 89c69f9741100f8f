import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startProcess } from '../../kit/game/child-process.ts'
import { waitFor } from '../wait-for.ts'

export const PROGRAM = '/usr/games/openttd'

export type OpenttdPlayer = {
  /** The lines of chat that this client has received. */
  readChat: () => Promise<string[]>
  leave: () => Promise<void>
}

/** A real client without a screen. It writes a log of everything that the server sends. */
export async function joinOpenttd(
  name: string,
  { folder, port }: { folder: string; port: number },
): Promise<OpenttdPlayer> {
  const home = join(folder, name)
  const settings = join(home, 'openttd.cfg')
  await mkdir(home, { recursive: true })
  await writeFile(settings, `[network]\nclient_name = ${name}\n`)
  const client = await startProcess({
    name: 'client',
    command: PROGRAM,
    // With threads, the client often hangs at its start on a busy machine.
    args: ['-v', 'sdl:no_threads', '-r', '640x480', '-s', 'null', '-m', 'null', '-c', settings]
      .concat(['-d', 'net=3,desync=1'])
      .concat(['-n', `127.0.0.1:${port}`]),
    folder: home,
    env: { SDL_VIDEODRIVER: 'dummy' },
    ready: /Connected to/,
    // For SIGTERM it would show a dialog.
    stopSignal: 'SIGKILL',
  })

  async function readChat(): Promise<string[]> {
    const log = await readFile(join(home, 'save/autosave/commands-out.log'), 'utf8').catch(() => '')
    return [...log.matchAll(/^msg: [^;]*; [^;]*; (.*)$/gm)].map(([, line = '']) => line)
  }

  const hasJoined = async () => (await readChat()).some((line) => line.endsWith(`${name} has joined the game`))
  try {
    await waitFor(`${name} joins the game`, hasJoined, { timeoutMs: 30_000 })
  } catch (error) {
    await client.stop()
    throw error
  }
  return { readChat, leave: client.stop }
}
