import { defineMutants } from '../../kit/mutants/mutant.ts'

const DELIVER = 'agent/src/delivery/deliver.ts'

/** A delivery survives because it is recorded before it is sent and before it is reported, and never repeated if uncertain. */
export const AGENT_MUTANTS = defineMutants([
  {
    name: 'a command is recorded as begun after it was sent',
    short: true,
    edits: [
      { file: DELIVER, in: 'runStep', at: 'await journal.write(', replace: '' },
      {
        file: DELIVER,
        in: 'runStep',
        at: 'const output = await',
        after: "    await journal.write({ id, attempt, kind: 'begun', step })",
      },
    ],
  },
  {
    name: 'an uncertain command runs again after a crash',
    file: 'agent/src/delivery/recover-deliveries.ts',
    in: 'decideOutcome',
    find: 'return repeatable ?',
    by: 'return repeatable || begun >= 0 ?',
  },
  {
    name: 'an uncertain command runs again after a cut',
    file: DELIVER,
    in: 'handleUncertain',
    find: '!repeatable',
    by: '!repeatable && !id',
  },
  {
    name: 'a command is recorded as ended before the response',
    file: DELIVER,
    in: 'runStep',
    at: 'await journal.write(',
    after: "  await journal.write({ id, attempt, kind: 'ended', step, output: '' })",
  },
  {
    name: 'a delivery is reported before its end is recorded',
    file: 'agent/src/delivery/player-queues.ts',
    in: 'runDelivery',
    at: 'const result = await',
    before: "    reporter.add({ id, attempt, outcome: 'done' })",
  },
  {
    name: 'the process alone remembers what ran',
    short: true,
    file: 'agent/src/journal/journal.ts',
    in: 'openJournal',
    at: 'const { entries,',
    replace: `
    const { validBytes, fileBytes } = await readJournal(path)
    const entries = new Map<string, Entry>()`,
  },
])
