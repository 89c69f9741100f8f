import { fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

type StepEvent = 'begun' | 'ended' | 'failed'

/** Records the progress of each delivery on disk before the client continues, so a crash loses and repeats nothing. */
export function openJournal(path: string) {
  const file = openSync(path, 'a+')
  const lastSteps: Record<StepEvent, Map<string, number>> = { begun: new Map(), ended: new Map(), failed: new Map() }
  const text = readFileSync(path, 'utf8')
  for (const [, event, step, id] of text.matchAll(/^(begun|ended|failed) (\d+) (\S+)$/gm)) {
    lastSteps[event as StepEvent].set(id ?? '', Number(step))
  }
  // The id is at the end of a line, so a line that was cut off by a crash has no valid id.
  if (!text.endsWith('\n')) writeSync(file, '\n')

  return {
    write(event: StepEvent, step: number, id: string): void {
      writeSync(file, `${event} ${step} ${id}\n`)
      fsyncSync(file)
      lastSteps[event].set(id, step)
    },
    /** Returns the last step with this event, or -1. */
    lastStep: (event: StepEvent, id: string): number => lastSteps[event].get(id) ?? -1,
  }
}
