import { Command } from 'commander'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type EndpointKey, storeOfEndpoint } from '../events/endpoint.ts'
import { listAttempts } from '../events/list-attempts.ts'
import { resendEvent, resendFailed } from '../events/resend.ts'
import { testEndpoint } from '../events/test-endpoint.ts'
import { type EndpointId, type EventId, formatId } from '../ids.ts'
import { moment, print, table } from './print.ts'
import { readEndpointId, readEventId } from './read-id.ts'
import { readMoment } from './read-moment.ts'
import { withDatabase } from './with-database.ts'

type Json = { json?: boolean }

/** Operators name an endpoint by its id alone. */
export async function onEndpoint<T>(
  endpointId: EndpointId,
  work: (database: Database, key: EndpointKey, config: Config) => Promise<T>,
): Promise<T> {
  return withDatabase(async (database, config) =>
    work(database, { storeId: await storeOfEndpoint(database.reader, endpointId), endpointId }, config),
  )
}

export function testCommand(): Command {
  return new Command('test')
    .description('send an event of no consequence to an endpoint')
    .requiredOption('--endpoint <id>', 'endpoint', readEndpointId)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster webhooks test --endpoint whe_…')
    .action(async ({ endpoint, json }: Json & { endpoint: EndpointId }) => {
      const eventId = await onEndpoint(endpoint, ({ app }, key) => testEndpoint(app, key))
      const shown = { endpointId: formatId('whe', endpoint), eventId: formatId('evt', eventId) }
      print(
        json,
        shown,
        () =>
          `Recorded ${shown.eventId}; a running server sends it now. What came of it: npx quartermaster webhooks history --endpoint ${shown.endpointId}`,
      )
    })
}

export function historyCommand(): Command {
  return new Command('history')
    .description('show the newest attempts at an endpoint')
    .requiredOption('--endpoint <id>', 'endpoint', readEndpointId)
    .option('--event <id>', 'only of this event', readEventId)
    .option('--limit <n>', 'how many at most', '50')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster webhooks history --endpoint whe_…')
    .action(
      async ({ endpoint, event, limit, json }: Json & { endpoint: EndpointId; event?: EventId; limit: string }) => {
        const most = Math.min(Math.max(Number.parseInt(limit, 10) || 50, 1), 1_000)
        const rows = await onEndpoint(endpoint, ({ app }, key) =>
          listAttempts(app, { ...key, most, ...(event && { eventId: event }) }),
        )
        const shown = rows.map((row) => ({
          eventId: formatId('evt', row.event_id),
          type: row.type,
          sentAt: row.sent_at,
          status: row.status,
          error: row.error,
          ms: row.ms,
        }))
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
      },
    )
}

export function resendCommand(): Command {
  return new Command('resend')
    .description('send again: one event, or everything that failed since a moment')
    .requiredOption('--endpoint <id>', 'endpoint', readEndpointId)
    .option('--event <id>', 'this event, even if it arrived', readEventId)
    .option('--since <moment>', 'what was recorded since then and did not arrive', readMoment)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  npx quartermaster webhooks resend --endpoint whe_… --event evt_…\n  npx quartermaster webhooks resend --endpoint whe_… --since 2027-01-31T00:00:00.000Z',
    )
    .action(
      async ({ endpoint, event, since, json }: Json & { endpoint: EndpointId; event?: EventId; since?: Date }) => {
        const count = await onEndpoint(endpoint, async ({ app }, key) => {
          if (event && !since) return resendEvent(app, { ...key, eventId: event })
          if (since && !event) return resendFailed(app, { ...key, since })
          throw new AppError('invalid_request', 'Say what to send again: --event <id> or --since <moment>')
        })
        print(json, { endpointId: formatId('whe', endpoint), resent: count }, () =>
          count === 0
            ? 'There was nothing to send again.'
            : `Sending ${count} ${count === 1 ? 'event' : 'events'} again.`,
        )
      },
    )
}
