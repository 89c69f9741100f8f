import type { Mutant } from '../mutant.ts'

const DELIVER = '../agent/src/delivery/deliver.ts'
const RECOVER = '../agent/src/delivery/recover-deliveries.ts'
const BEGUN = "  await journal.write({ id, attempt, kind: 'begun', step })\n"
const RUN = '    const output = await console.run(command)\n'

/** How a delivery survives: noted before it is sent, noted before it is told, and never repeated when in doubt. */
export const AGENT_MUTANTS: Mutant[] = [
  {
    name: 'a command is noted as begun after it was sent',
    short: true,
    edits: [
      { file: DELIVER, find: BEGUN, replace: '' },
      { file: DELIVER, find: RUN, replace: `${RUN}  ${BEGUN}` },
    ],
  },
  {
    name: 'what is in doubt after a crash runs again',
    edits: [
      {
        file: RECOVER,
        find: 'return repeatable ? undefined : {',
        replace: 'return repeatable || begun >= 0 ? undefined : {',
      },
    ],
  },
  {
    name: 'what is in doubt after a cut runs again',
    edits: [
      {
        file: DELIVER,
        find: '  if (!repeatable) return finish(',
        replace: '  if (!repeatable && !id) return finish(',
      },
    ],
  },
  {
    name: 'a command is noted as ended before it is answered',
    edits: [
      {
        file: DELIVER,
        find: BEGUN,
        replace: `${BEGUN}  await journal.write({ id, attempt, kind: 'ended', step, output: '' })\n`,
      },
    ],
  },
  {
    name: 'a delivery is reported before its end is noted',
    edits: [
      {
        file: '../agent/src/delivery/player-queues.ts',
        find: '    const result = await deliver(delivery)\n',
        replace: "    reporter.add({ id, attempt, outcome: 'done' })\n    const result = await deliver(delivery)\n",
      },
    ],
  },
  {
    name: 'what ran is remembered by the process alone',
    short: true,
    edits: [
      {
        file: '../agent/src/journal/journal.ts',
        find: 'const { entries, validBytes, fileBytes } = await readJournal(path)\n',
        replace:
          'const { validBytes, fileBytes } = await readJournal(path)\n    const entries = new Map<string, Entry>()\n',
      },
    ],
  },
]
