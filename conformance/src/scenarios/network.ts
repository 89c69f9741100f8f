import type { Meddling } from '../mock-store/fault.ts'
import type { NeutralScenario } from './scenario.ts'

/** As long as the real store tries again inside while its database restarts. */
const SLOW_SECONDS = 8

const PAGE_OF_A_PROXY = '<!doctype html><title>Checking your browser</title>'

export const NETWORK: NeutralScenario[] = [
  troubledPoll(
    {
      id: 'slow-answer',
      title: `survives an answer that takes ${SLOW_SECONDS} seconds`,
      why: 'While its database restarts the store answers late instead of refusing.',
      mend: 'Give a poll 15 seconds, and take a time-out for "ask again later".',
    },
    1,
    (ms) => ({ kind: 'late', ms }),
  ),
  troubledPoll(
    {
      id: 'cut-answer',
      title: 'survives an answer that ends in the middle',
      why: 'Connections break. Half an answer must neither run half a queue nor stop the client.',
      mend: 'Read the whole body before anything runs; on a broken one ask again at the next interval.',
    },
    2,
    () => ({ kind: 'cut', when: 'half' }),
  ),
  troubledPoll(
    {
      id: 'not-json',
      title: 'survives a page that is not JSON',
      why: 'A proxy in between answers with a page of its own. An error in the decoder must not end delivery for good.',
      mend: 'Catch the decoding error, say so in the log, and ask again at the next interval.',
    },
    2,
    () => ({
      kind: 'answer',
      answer: { status: 200, headers: { 'content-type': 'text/html' }, body: PAGE_OF_A_PROXY },
    }),
  ),
]

/** The first polls go wrong, and everything behind them is well. */
function troubledPoll(
  words: Omit<NeutralScenario, 'play'>,
  times: number,
  trouble: (ms: number) => Meddling,
): NeutralScenario {
  return {
    ...words,
    async play(stage): Promise<void> {
      const elements = [stage.element(), stage.element({ player: '7002' }), stage.element({ player: '7003' })]
      stage.offer(...elements)
      const troubled = trouble(stage.seconds(SLOW_SECONDS))
      stage.meddle(({ operation, nth }) => (operation === 'queue' && nth < times ? troubled : undefined))
      await stage.start()
      await stage.served(...elements)
      await stage.polls(1)
      stage.delivered(elements)
    },
  }
}
