import { type ConsoleKind, parseLine } from './parse-line.ts'

/** How a command reached the kit. A file can be read, but it cannot respond. */
export type Channel = 'http' | 'rcon' | 'file' | 'direct'

/** One command that ran. `marker` is the unique part of its text that identifies the console command of a delivery. */
type ConsoleRun = { sent: string; commands: string[][]; marker: string | undefined; channel: Channel; at: number }

/**
 * How the game responds to a command. `refuse`: it does not run. `disconnect`: it runs, but the client gets no response.
 * `kill`: the client is killed while it runs.
 */
export type ConsoleResponse = 'ok' | 'refuse' | 'disconnect' | 'kill'

export type ConsoleLog = ReturnType<typeof createConsoleLog>

const MARKER = /qm[0-9a-z]{10}/
/** Commands that agents use to find out who is online. They are not deliveries. */
const STATUS_COMMAND = /^\/?(list|players|playerlist|status|version|help|ping)\b/i

/** Records all commands that reach the console, in order. It survives restarts of the client, so every run counts. */
export function createConsoleLog({ kind, onChange }: { kind: ConsoleKind; onChange: () => void }) {
  const runs: ConsoleRun[] = []
  const counts = new Map<string, number>()

  const log = {
    runs: runs as readonly ConsoleRun[],
    /** Decides how the game responds. Scenarios replace it. */
    respond: ((): ConsoleResponse => 'ok') as (run: ConsoleRun) => ConsoleResponse,

    record(sent: string, channel: Channel): ConsoleResponse {
      const run = { sent, commands: parseLine(sent, kind), marker: MARKER.exec(sent)?.[0], channel, at: Date.now() }
      const response = log.respond(run)
      if (response !== 'refuse') {
        runs.push(run)
        if (run.marker !== undefined) counts.set(run.marker, log.countRuns(run.marker) + 1)
      }
      onChange()
      return response
    },

    countRuns: (marker: string): number => counts.get(marker) ?? 0,
    /** Returns commands that belong to no delivery. */
    findUnexpected: () => runs.filter(({ marker, sent }) => marker === undefined && !STATUS_COMMAND.test(sent)),
    /** False if commands arrive in a file, which cannot refuse them or close a connection. */
    canRespond: () => runs.every(({ channel }) => channel !== 'file'),
  }
  return log
}
