import { Command } from 'commander'
import { AppError } from '../errors.ts'
import { type EndpointId, type EventId, formatId, type StoreId } from '../ids.ts'
import type { EndpointName } from './desk/webhook-desk.ts'
import { type Remote, remotely, withDesk } from './desk/with-desk.ts'
import { moment, print, table } from './print.ts'
import { readEndpointId, readEventId, readStoreId } from './read-id.ts'
import { readMoment } from './read-moment.ts'
import { readMost } from './read-most.ts'

export type OnEndpoint = { endpoint: EndpointId; store?: StoreId; remote?: Remote; json?: boolean }
type Resend = OnEndpoint & { event?: EventId; since?: Date }

/** The options of a command that is about one endpoint. */
export function onEndpoint(command: Command): Command {
  return remotely(command)
    .requiredOption('--endpoint <id>', 'endpoint', readEndpointId)
    .option('--store <id>', 'its store; needed with --remote when you have several', readStoreId)
    .option('--json', 'print one JSON object')
}

export function nameOf({ endpoint, store }: OnEndpoint): EndpointName {
  return { endpointId: endpoint, ...(store && { storeId: store }) }
}

export function testCommand(): Command {
  const command = new Command('test')
    .description('send an event of no consequence to an endpoint')
    .addHelpText('after', '\nExample:\n  npx quartermaster webhooks test --endpoint whe_…')
  return onEndpoint(command).action(async (options: OnEndpoint) => {
    const { eventId } = await withDesk(options.remote, (desk) => desk.webhooks.test(nameOf(options)))
    const endpointId = formatId('whe', options.endpoint)
    print(
      options.json,
      { endpointId, eventId },
      () =>
        `Recorded ${eventId}; a running server sends it now. What came of it: npx quartermaster webhooks history --endpoint ${endpointId}`,
    )
  })
}

export function historyCommand(): Command {
  const command = new Command('history')
    .description('show the newest attempts at an endpoint')
    .option('--event <id>', 'only of this event', readEventId)
    .option('--limit <n>', 'how many at most', '50')
    .addHelpText('after', '\nExample:\n  npx quartermaster webhooks history --endpoint whe_…')
  return onEndpoint(command).action(async (options: OnEndpoint & { event?: EventId; limit: string }) => {
    const { event, limit, json } = options
    const most = readMost(limit)
    const wanted = { ...nameOf(options), most, ...(event && { eventId: event }) }
    const shown = await withDesk(options.remote, (desk) => desk.webhooks.history(wanted))
    print(json, { attempts: shown }, () =>
      shown.length === 0
        ? 'Nothing was sent.'
        : table(
            ['sent', 'event', 'type', 'answer', 'ms'],
            shown.map((attempt) => [
              moment(attempt.sentAt),
              attempt.eventId,
              attempt.type ?? '-',
              attempt.status === null ? (attempt.error ?? '-') : String(attempt.status),
              String(attempt.ms),
            ]),
          ),
    )
  })
}

export function resendDelivery(): Command {
  const command = new Command('resend')
    .description('send again: one event, or everything that failed since a moment')
    .option('--event <id>', 'this event, even if it arrived', readEventId)
    .option('--since <moment>', 'what was recorded since then and did not arrive', readMoment)
    .addHelpText(
      'after',
      '\nExample:\n  npx quartermaster webhooks resend --endpoint whe_… --event evt_…\n  npx quartermaster webhooks resend --endpoint whe_… --since 2027-01-31T00:00:00.000Z',
    )
  return onEndpoint(command).action(async ({ event, since, ...options }: Resend) => {
    const name = nameOf(options)
    const count = await withDesk(options.remote, async ({ webhooks }) => {
      if (event && !since) return webhooks.resend({ ...name, eventId: event })
      if (since && !event) return webhooks.resendFailedEvents({ ...name, since })
      throw new AppError('invalid_request', 'Say what to send again: --event <id> or --since <moment>')
    })
    print(options.json, { endpointId: formatId('whe', options.endpoint), resent: count }, () =>
      count === 0 ? 'There was nothing to send again.' : `Sending ${count} ${count === 1 ? 'event' : 'events'} again.`,
    )
  })
}
