import type { GameConsole } from '../dialects/dialect.ts'
import { createChangeLog, type Log } from '../log.ts'
import type { Changes } from './state-changes.ts'
import type { ConsoleLink } from './console-connection.ts'

export type OnlineWatch = {
  /** Whether it is known who is online, or that nobody can tell. */
  isReady: () => boolean
  /** Undefined when the console cannot tell. */
  players: () => ReadonlySet<string> | undefined
  /** Whether this player was in the game, and is not any more. Of who was never seen, the store knows better. */
  hasLeft: (player: string) => boolean
}

type Parts = { link: ConsoleLink; everyMs: number; changes: Changes; log: Log }

/** Of those who left long ago nothing is in hand any more. */
const LEFT_MOST = 5_000

type Seen = { console: GameConsole; players: ReadonlySet<string> | undefined }

/** Asks the console again and again who is in the game. */
export function watchOnline({ link, everyMs, changes, log }: Parts): OnlineWatch & { ended: Promise<void> } {
  const say = createChangeLog(log)
  const left = new Set<string>()
  let seen: Seen | undefined

  /** Names are compared as the store does: buyers write them in small letters or large ones. */
  function noteLeavers(before: Iterable<string>, now: Iterable<string>): void {
    for (const player of before) left.add(player.toLowerCase())
    for (const player of now) left.delete(player.toLowerCase())
    for (const player of left) if (left.size > LEFT_MOST) left.delete(player)
  }

  async function ask(console: GameConsole): Promise<void> {
    try {
      const players = console.online && new Set(await console.online())
      if (!players) say('online_unknown', 'This console cannot tell who is online: everything is delivered at once.')
      else say('online_known', 'The console tells who is online.')
      noteLeavers(seen?.players ?? [], players ?? [])
      seen = { console, players }
      changes.tell()
    } catch (error) {
      if (link.console() !== console) return
      say('online_fails', `The console does not say who is online: ${(error as Error).message}`)
    }
  }

  async function watch(): Promise<void> {
    while (await changes.until(() => link.console() !== undefined)) {
      const console = link.console()
      if (!console) continue
      await ask(console)
      const nextTime = console.online ? AbortSignal.timeout(everyMs) : undefined
      await changes.until(() => link.console() !== console, nextTime)
    }
  }

  return {
    isReady: () => seen !== undefined && seen.console === link.console(),
    players: () => seen?.players,
    hasLeft: (player) => left.has(player.toLowerCase()),
    ended: watch(),
  }
}
