import { defineMutants } from '../../kit/mutants/mutant.ts'

const DELIVER = 'agent/src/delivery/deliver.ts'

/** A delivery survives because it is recorded before it is sent and before it is reported, and never repeated if uncertain. */
export const AGENT_MUTANTS = defineMutants([
  {
    name: 'a command is recorded as begun after it was sent',
    short: true,
    edits: [
      { file: DELIVER, marker: 'record-begun', replace: '' },
      {
        file: DELIVER,
        marker: 'run-command',
        after: "    await journal.write({ id, attempt, kind: 'begun', step })",
      },
    ],
  },
  {
    name: 'an uncertain command runs again after a crash',
    file: 'agent/src/delivery/recover-deliveries.ts',
    marker: 'uncertain-after-crash',
    find: 'return repeatable ?',
    by: 'return repeatable || begun >= 0 ?',
  },
  {
    name: 'an uncertain command runs again after a cut',
    file: DELIVER,
    marker: 'uncertain-after-cut',
    find: '!repeatable',
    by: '!repeatable && !id',
  },
  {
    name: 'a command is recorded as ended before the response',
    file: DELIVER,
    marker: 'record-begun',
    after: "  await journal.write({ id, attempt, kind: 'ended', step, output: '' })",
  },
  {
    name: 'a delivery is reported before its end is recorded',
    file: 'agent/src/delivery/player-queues.ts',
    marker: 'run-delivery',
    before: "    reporter.add({ id, attempt, outcome: 'done' })",
  },
  {
    name: 'the process alone remembers what ran',
    short: true,
    file: 'agent/src/journal/journal.ts',
    marker: 'read-journal',
    replace: `
    const { validBytes, fileBytes } = await readJournal(path)
    const entries = new Map<string, Entry>()`,
  },
])
