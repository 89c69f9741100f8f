import type { Command } from 'commander'
import { AppError } from '../../errors.ts'
import { addCommand } from '../add-command.ts'
import { parseIdOf, parseLimit, parseTime } from '../parse-option.ts'
import { formatTime, listOutput } from '../print.ts'
import { callStoreApi } from './owner-command.ts'
import { take } from './store-client.ts'

export type OnEndpoint = { endpoint: string }
type History = OnEndpoint & { event?: string; limit: number }
type Resend = OnEndpoint & { event?: string; since?: string }

/** A command about one webhook endpoint. */
export function addEndpointCommand(group: Command, name: string, description: string, ...examples: string[]): Command {
  return addCommand(group, name, description, ...examples.map((example) => `--endpoint whe_… ${example}`)) //
    .requiredOption('--endpoint <id>', 'the endpoint', parseIdOf('whe'))
}

export function addWebhookHistoryCommands(group: Command): void {
  const test = addEndpointCommand(group, 'test', 'send a test event to an endpoint', '')
  callStoreApi<OnEndpoint>(
    test,
    async ({ manage, storeId }, { endpoint: endpointId }) => {
      const sent = await manage.testWebhook({ storeId, endpointId })
      const next = `npx quartermaster webhook history --endpoint ${endpointId}`
      return { json: sent, text: `Recorded ${sent.eventId}. A running server sends it now. To see the result: ${next}` }
    },
    'endpoint',
  )

  const history = addEndpointCommand(group, 'history', 'list the attempts to send events, newest first', '')
    .option('--event <id>', 'only attempts to send this event', parseIdOf('evt'))
    .option('--limit <n>', 'how many attempts to show', parseLimit, 50)
  callStoreApi<History>(
    history,
    async ({ manage, storeId }, { endpoint: endpointId, event: eventId, limit }) =>
      listOutput(
        await take(limit, manage.listWebhookAttempts.each({ storeId, endpointId, ...(eventId && { eventId }) })),
        {
          sent: ({ sentAt }) => formatTime(sentAt),
          event: (attempt) => attempt.eventId,
          type: ({ type }) => type,
          response: ({ status, error }) => status ?? error,
          ms: ({ durationMs }) => durationMs,
        },
        'Nothing was sent yet.',
      ),
    'endpoint',
  )

  const resend = addEndpointCommand(
    group,
    'resend',
    'send one event again, or all events that did not arrive since a time',
    '--event evt_…',
    '--since 2027-01-31',
  )
    .option('--event <id>', 'send this event, even if it arrived', parseIdOf('evt'))
    .option('--since <time>', 'send the events that were recorded since then and did not arrive', parseTime)
  callStoreApi<Resend>(
    resend,
    async ({ manage, storeId }, { endpoint: endpointId, event: eventId, since }) => {
      if ((eventId === undefined) === (since === undefined)) {
        throw new AppError('invalid_request', 'Choose what to send again: --event <id> or --since <time>.')
      }
      const endpoint = { storeId, endpointId }
      const result = eventId
        ? await manage.resendEvent({ ...endpoint, eventId })
        : await manage.resendFailedEvents({ ...endpoint, since: since ?? '' })
      return { json: result, text: `Events that are sent again: ${result.resentEvents}.` }
    },
    'endpoint',
  )
}
