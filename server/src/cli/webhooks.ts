import { Command } from 'commander'
import { type EndpointId, formatId } from '../ids.ts'
import { aboutStore, type InStore, withDesk, withStore } from './desk/with-desk.ts'
import { moment, print, table } from './print.ts'
import { many } from './read-id.ts'
import { historyCommand, nameOf, type OnEndpoint, onEndpoint, resendDelivery, testCommand } from './webhook-history.ts'

export function webhooksCommand(): Command {
  const command = new Command('webhooks').description('tell other programs what happens in a store')
  for (const subcommand of [
    addCommand(),
    listCommand(),
    switchCommand('disable', 'send nothing to an endpoint any more'),
    switchCommand('enable', 'send to a disabled endpoint again, from now on'),
    switchCommand('remove', 'forget an endpoint and its history'),
    rotateCommand(),
    testCommand(),
    historyCommand(),
    resendDelivery(),
  ]) {
    command.addCommand(subcommand)
  }
  return command
}

function addCommand(): Command {
  const command = new Command('add')
    .description('add an endpoint; its secret is shown once, here')
    .requiredOption('--url <url>', 'where to send to, like https://shop.example/hooks')
    .option('--event <type>', 'only this event; may be repeated', many(String))
    .addHelpText(
      'after',
      '\nExample:\n  npx quartermaster webhooks add --store sto_… --url https://shop.example/hooks --event checkout.paid',
    )
  return aboutStore(command).action(async (options: InStore & { url: string; event?: string[] }) => {
    const { url, event: eventTypes = [], json } = options
    const made = await withStore(options, (desk, storeId) => desk.webhooks.add({ storeId, url, eventTypes }))
    print(
      json,
      { ...made, events: eventTypes },
      () =>
        `Added the endpoint ${made.id}.\nIts secret, shown only now:\n\n  ${made.secret}\n\nNext: npx quartermaster webhooks test --endpoint ${made.id}`,
    )
  })
}

function listCommand(): Command {
  const command = new Command('list')
    .description('list the endpoints of a store')
    .addHelpText('after', '\nExample:\n  npx quartermaster webhooks list --store sto_…')
  return aboutStore(command).action(async ({ json, ...options }: InStore) => {
    const shown = await withStore(options, (desk, storeId) => desk.webhooks.list(storeId))
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
              String(endpoint.abandonedEvents),
              endpoint.events.join(' ') || 'all',
              endpoint.url,
            ]),
          ),
    )
  })
}

function switchCommand(name: 'disable' | 'enable' | 'remove', description: string): Command {
  const done = { disable: 'disabled', enable: 'enabled', remove: 'removed' }[name]
  const command = new Command(name)
    .description(description)
    .addHelpText('after', `\nExample:\n  npx quartermaster webhooks ${name} --endpoint whe_…`)
  return onEndpoint(command).action(async (options: OnEndpoint) => {
    await withDesk(options.remote, (desk) => desk.webhooks[name](nameOf(options)))
    const missed = name === 'enable' ? ' `quartermaster webhooks resend --since …` sends what it missed.' : ''
    print(options.json, { id: idOf(options.endpoint), state: done }, () => `The endpoint is ${done}.${missed}`)
  })
}

function rotateCommand(): Command {
  const command = new Command('rotate-secret')
    .description('make a new secret; the old one goes on signing beside it for a day')
    .option('--now', 'the old one ends at once: it has leaked')
    .addHelpText('after', '\nExample:\n  npx quartermaster webhooks rotate-secret --endpoint whe_…')
  return onEndpoint(command).action(async ({ now, ...options }: OnEndpoint & { now?: boolean }) => {
    const wanted = { ...nameOf(options), expireOldSecret: now === true }
    const made = await withDesk(options.remote, (desk) => desk.webhooks.rotateSecret(wanted))
    const until = made.oldSecretExpiresAt
    print(
      options.json,
      { id: idOf(options.endpoint), ...made },
      () =>
        `The new secret, shown only now:\n\n  ${made.secret}\n\n${until ? `The old one is good until ${moment(until)}.` : 'The old one is good no more.'}`,
    )
  })
}

const idOf = (endpoint: EndpointId) => formatId('whe', endpoint)
