import { appendFileSync, readFileSync } from 'node:fs'

export type CommandResult = { ok: boolean; output: string }

/**
 * Replace this: runs one console command and resolves when the game has responded. Return `ok: false` if the command
 * certainly had no effect. Throw if it is unknown whether it ran.
 */
export async function runCommand(command: string): Promise<CommandResult> {
  console.log(`> ${command}`)
  const { QM_CONSOLE, QM_CONSOLE_FILE } = process.env
  if (QM_CONSOLE !== undefined) {
    const response = await fetch(QM_CONSOLE, { method: 'POST', body: command })
    return { ok: response.ok, output: await response.text() }
  }
  if (QM_CONSOLE_FILE !== undefined) appendFileSync(QM_CONSOLE_FILE, `${command}\n`)
  return { ok: true, output: '' }
}

/** Replace this: lists the online players, or returns undefined if the game cannot. Here it reads a JSON file. */
export async function listOnlinePlayers(): Promise<string[] | undefined> {
  const file = process.env['QM_PLAYERS_FILE']
  return file === undefined ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as string[])
}

/** Replace this: returns the number of free inventory slots of a player. */
export async function countFreeSlots(_player: string): Promise<number> {
  return 36
}
