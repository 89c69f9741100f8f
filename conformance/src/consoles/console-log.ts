import { type ConsoleKind, readLine } from './parse-line.ts'

/** How a command came to the kit; a file can be followed, but cannot answer. */
export type Channel = 'http' | 'rcon' | 'file' | 'direct'

type Run = { sent: string; commands: string[][]; mark: string | undefined; channel: Channel; at: number }

/** What the game does with a command. `cut`: it runs and nobody hears of it. `die`: the client dies while it runs. */
export type ConsoleAnswer = 'ok' | 'unknown' | 'cut' | 'die'

export type ConsoleLedger = ReturnType<typeof createConsoleLedger>

const MARK = /qm[0-9a-z]{10}/
/** What agents ask a console to learn who plays; nobody's goods. */
const QUESTION = /^\/?(list|players|playerlist|status|version|help|ping)\b/i

/** Everything that reached the console of the game, in order. It outlives the client, so a second run always shows. */
export function createConsoleLedger({ kind, changed }: { kind: ConsoleKind; changed: () => void }) {
  const runs: Run[] = []
  const counts = new Map<string, number>()

  const ledger = {
    runs: runs as readonly Run[],
    /** Decides what the game answers; set by scenarios. */
    respond: ((): ConsoleAnswer => 'ok') as (run: Run) => ConsoleAnswer,

    record(sent: string, channel: Channel): ConsoleAnswer {
      const run = { sent, commands: readLine(sent, kind), mark: MARK.exec(sent)?.[0], channel, at: Date.now() }
      const answer = ledger.respond(run)
      if (answer !== 'unknown') {
        runs.push(run)
        if (run.mark !== undefined) counts.set(run.mark, ledger.countOf(run.mark) + 1)
      }
      changed()
      return answer
    },

    countOf: (mark: string): number => counts.get(mark) ?? 0,
    /** Commands that no element asked for. */
    strays: () => runs.filter(({ mark, sent }) => mark === undefined && !QUESTION.test(sent)),
    canAnswer: () => runs.every(({ channel }) => channel !== 'file'),
  }
  return ledger
}
