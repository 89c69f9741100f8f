import { Command } from 'commander'
import type { Database } from '../db/database.ts'
import { addEndpoint } from '../events/add-endpoint.ts'
import { disableEndpoint } from '../events/disable-endpoint.ts'
import { enableEndpoint } from '../events/enable-endpoint.ts'
import type { EndpointKey } from '../events/endpoint.ts'
import { listEndpoints } from '../events/list-endpoints.ts'
import { removeEndpoint } from '../events/remove-endpoint.ts'
import { rotateSecret } from '../events/rotate-secret.ts'
import { type EndpointId, formatId, type StoreId } from '../ids.ts'
import { createSealer } from '../seal.ts'
import { byHand } from './by-hand.ts'
import { moment, print, table } from './print.ts'
import { many, readEndpointId, readStoreId } from './read-id.ts'
import { historyCommand, onEndpoint, resendCommand, testCommand } from './webhook-history.ts'
import { withDatabase } from './with-database.ts'

type Json = { json?: boolean }

export function webhooksCommand(): Command {
  const command = new Command('webhooks').description('tell other programs what happens in a store')
  for (const subcommand of [
    addCommand(),
    listCommand(),
    switchCommand('disable', 'send nothing to an endpoint any more', disableEndpoint),
    switchCommand('enable', 'send to a disabled endpoint again, from now on', enableEndpoint),
    switchCommand('remove', 'forget an endpoint and its history', removeEndpoint),
    rotateCommand(),
    testCommand(),
    historyCommand(),
    resendCommand(),
  ]) {
    command.addCommand(subcommand)
  }
  return command
}

function addCommand(): Command {
  return new Command('add')
    .description('add an endpoint; its secret is shown once, here')
    .requiredOption('--store <id>', 'store', readStoreId)
    .requiredOption('--url <url>', 'where to send to, like https://shop.example/hooks')
    .option('--event <type>', 'only this event; may be repeated', many(String))
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  npx quartermaster webhooks add --store sto_… --url https://shop.example/hooks --event checkout.paid',
    )
    .action(async ({ store, url, event, json }: Json & { store: StoreId; url: string; event?: string[] }) => {
      const made = await withDatabase(({ app }, { secretKeys, webhookAllow }) =>
        byHand(app, { storeId: store, action: 'createWebhook', subject: endpointOf }, (tx) =>
          addEndpoint(tx, {
            storeId: store,
            url,
            eventTypes: event ?? [],
            sealer: createSealer(secretKeys),
            allowed: webhookAllow,
          }),
        ),
      )
      const shown = { id: formatId('whe', made.id), url: made.url, events: event ?? [], secret: made.secret }
      print(
        json,
        shown,
        () =>
          `Added the endpoint ${shown.id}.\nIts secret, shown only now:\n\n  ${shown.secret}\n\nNext: npx quartermaster webhooks test --endpoint ${shown.id}`,
      )
    })
}

function listCommand(): Command {
  return new Command('list')
    .description('list the endpoints of a store')
    .requiredOption('--store <id>', 'store', readStoreId)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster webhooks list --store sto_…')
    .action(async ({ store, json }: Json & { store: StoreId }) => {
      const endpoints = await withDatabase(({ app }) => listEndpoints(app, store))
      const shown = endpoints.map((endpoint) => ({
        id: formatId('whe', endpoint.id),
        url: endpoint.url,
        events: endpoint.event_types,
        failingSince: endpoint.failing_since,
        disabledAt: endpoint.disabled_at,
        disabledReason: endpoint.disabled_reason,
        oldSecretUntil: endpoint.old_secret_until,
        waiting: endpoint.waiting,
        givenUp: endpoint.given_up,
      }))
      print(json, { endpoints: shown }, () =>
        shown.length === 0
          ? 'No endpoints.'
          : table(
              ['endpoint', 'state', 'waiting', 'given up', 'events', 'url'],
              shown.map((endpoint) => [
                endpoint.id,
                endpoint.disabledAt
                  ? `disabled (${endpoint.disabledReason})`
                  : endpoint.failingSince
                    ? `failing since ${moment(endpoint.failingSince)}`
                    : 'enabled',
                String(endpoint.waiting),
                String(endpoint.givenUp),
                endpoint.events.join(' ') || 'all',
                endpoint.url,
              ]),
            ),
      )
    })
}

type Switch = (db: Database['app'], key: EndpointKey) => Promise<void>

function switchCommand(name: 'disable' | 'enable' | 'remove', description: string, act: Switch): Command {
  const done = { disable: 'disabled', enable: 'enabled', remove: 'removed' }[name]
  return new Command(name)
    .description(description)
    .requiredOption('--endpoint <id>', 'endpoint', readEndpointId)
    .option('--json', 'print one JSON object')
    .addHelpText('after', `\nExample:\n  npx quartermaster webhooks ${name} --endpoint whe_…`)
    .action(async ({ endpoint, json }: Json & { endpoint: EndpointId }) => {
      const action = `${name}Webhook`
      await onEndpoint(endpoint, async ({ app }, key) => {
        // Noted first: a removal takes several transactions, and what was begun is gone through with.
        await byHand(app, { ...key, action, subject: formatId('whe', endpoint) }, async () => undefined)
        await act(app, key)
      })
      const missed = name === 'enable' ? ' `quartermaster webhooks resend --since …` sends what it missed.' : ''
      print(json, { id: formatId('whe', endpoint), state: done }, () => `The endpoint is ${done}.${missed}`)
    })
}

function rotateCommand(): Command {
  return new Command('rotate-secret')
    .description('make a new secret; the old one goes on signing beside it for a day')
    .requiredOption('--endpoint <id>', 'endpoint', readEndpointId)
    .option('--now', 'the old one ends at once: it has leaked')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster webhooks rotate-secret --endpoint whe_…')
    .action(async ({ endpoint, now, json }: Json & { endpoint: EndpointId; now?: boolean }) => {
      const { secret, oldUntil } = await onEndpoint(endpoint, ({ app }, key, { secretKeys }) =>
        byHand(app, { ...key, action: 'rotateWebhookSecret', subject: formatId('whe', endpoint) }, (tx) =>
          rotateSecret(tx, { ...key, sealer: createSealer(secretKeys), endOld: now === true }),
        ),
      )
      print(
        json,
        { id: formatId('whe', endpoint), secret, oldSecretUntil: oldUntil },
        () =>
          `The new secret, shown only now:\n\n  ${secret}\n\n${oldUntil ? `The old one is good until ${moment(oldUntil)}.` : 'The old one is good no more.'}`,
      )
    })
}

const endpointOf = ({ id }: { id: EndpointId }) => formatId('whe', id)
