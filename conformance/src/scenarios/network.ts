import type { Fault } from '../mock-store/fault.ts'
import type { CommonScenario } from './scenario.ts'

/** How long a real store retries internally while its database restarts. */
const SLOW_SECONDS = 8

const PROXY_PAGE = '<!doctype html><title>Checking your browser</title>'

export const NETWORK: CommonScenario[] = [
  failingPollScenario(
    {
      id: 'slow-response',
      title: `survives a response that takes ${SLOW_SECONDS} seconds`,
      why: 'While its database restarts, the store responds late instead of with an error.',
      fix: 'Use a timeout of at least 15 seconds for polls, and poll again after a timeout.',
    },
    1,
    (ms) => ({ kind: 'delay', ms }),
  ),
  failingPollScenario(
    {
      id: 'truncated-response',
      title: 'survives a response that ends in the middle',
      why: 'Connections break. Half a response must neither run half a queue nor stop the client.',
      fix: 'Read the whole body before you run anything. If it is truncated, poll again after the usual interval.',
    },
    2,
    () => ({ kind: 'disconnect', when: 'midway' }),
  ),
  failingPollScenario(
    {
      id: 'not-json',
      title: 'survives a page that is not JSON',
      why: 'A proxy may respond with a page of its own. A parse error must not stop deliveries for good.',
      fix: 'Catch the parse error, write it to the log, and poll again after the usual interval.',
    },
    2,
    () => ({
      kind: 'respond',
      response: { status: 200, headers: { 'content-type': 'text/html' }, body: PROXY_PAGE },
    }),
  ),
]

/** The first polls fail; all later requests succeed. */
function failingPollScenario(
  texts: Omit<CommonScenario, 'run'>,
  failureCount: number,
  createFault: (ms: number) => Fault,
): CommonScenario {
  return {
    ...texts,
    async run(context): Promise<void> {
      const deliveries = ['7001', '7002', '7003'].map((player) => context.createDelivery({ player }))
      context.enqueue(...deliveries)
      const fault = createFault(context.secondsToMs(SLOW_SECONDS))
      context.injectFaults(({ operation, index }) => (operation === 'poll' && index < failureCount ? fault : undefined))
      await context.startClient()
      await context.waitUntilDelivered(...deliveries)
      await context.waitForPolls(1)
      context.checkDelivered(deliveries)
    },
  }
}
