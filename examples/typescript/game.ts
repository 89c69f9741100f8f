import { appendFileSync, readFileSync } from 'node:fs'

export type Answer = { ok: boolean; output: string }

/**
 * Replace: runs one console command and resolves when the game has answered. `ok: false` says that it certainly did
 * nothing. Throw when nobody knows.
 */
export async function run(command: string): Promise<Answer> {
  console.log(`> ${command}`)
  const { QM_CONSOLE, QM_CONSOLE_FILE } = process.env
  if (QM_CONSOLE !== undefined) {
    const answer = await fetch(QM_CONSOLE, { method: 'POST', body: command })
    return { ok: answer.ok, output: await answer.text() }
  }
  if (QM_CONSOLE_FILE !== undefined) appendFileSync(QM_CONSOLE_FILE, `${command}\n`)
  return { ok: true, output: '' }
}

/** Replace: who is in the game, or undefined when it cannot tell. This one reads a file with a JSON list. */
export async function playersOnline(): Promise<string[] | undefined> {
  const file = process.env['QM_PLAYERS_FILE']
  return file === undefined ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as string[])
}

/** Replace: how many free inventory slots the player has. */
export async function freeSlots(_player: string): Promise<number> {
  return 36
}
