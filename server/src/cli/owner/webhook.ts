import type { Command } from 'commander'
import { addCommand } from '../add-command.ts'
import { collect } from '../parse-option.ts'
import { formatTime, listOutput } from '../print.ts'
import { callStoreApi } from './owner-command.ts'
import { readAll } from './store-client.ts'
import { addEndpointCommand, addWebhookHistoryCommands, type OnEndpoint } from './webhook-history.ts'

export function addWebhookCommands(program: Command): void {
  const group = program.command('webhook').description('send the events of a store to other programs')
  addAdd(group)
  addList(group)

  const disable = addEndpointCommand(group, 'disable', 'stop sending events to an endpoint', '')
  callStoreApi<OnEndpoint>(
    disable,
    async ({ manage, storeId }, { endpoint: endpointId }) => ({
      json: await manage.disableWebhook({ storeId, endpointId }),
      text: 'The endpoint is disabled.',
    }),
    'endpoint',
  )
  const enable = addEndpointCommand(group, 'enable', 'send new events to a disabled endpoint again', '')
  callStoreApi<OnEndpoint>(
    enable,
    async ({ manage, storeId }, { endpoint: endpointId }) => ({
      json: await manage.enableWebhook({ storeId, endpointId }),
      text: `The endpoint is enabled. To send events that failed before: npx quartermaster webhook resend --endpoint ${endpointId} --since …`,
    }),
    'endpoint',
  )
  const remove = addEndpointCommand(group, 'remove', 'delete an endpoint and its history', '')
  callStoreApi<OnEndpoint>(
    remove,
    async ({ manage, storeId }, { endpoint: endpointId }) => {
      await manage.deleteWebhook({ storeId, endpointId })
      return { json: { id: endpointId }, text: 'The endpoint and its history are deleted.' }
    },
    'endpoint',
  )

  addRotateSecret(group)
  addWebhookHistoryCommands(group)
}

function addAdd(group: Command): void {
  const command = addCommand(
    group,
    'add',
    'add an endpoint; its secret is shown only once',
    '--store sto_… --url https://shop.example/hooks --event checkout.paid',
  )
    .requiredOption('--url <url>', 'the address that receives events, such as https://shop.example/hooks')
    .option('--event <type>', 'send only events of this type; can be repeated', collect(String))
  callStoreApi<{ url: string; event?: string[] }>(command, async ({ manage, storeId }, { url, event: events = [] }) => {
    const created = await manage.createWebhook({ storeId, url, events })
    const next = `npx quartermaster webhook test --endpoint ${created.id}`
    return {
      json: created,
      text: `Added the endpoint ${created.id}.\nIts secret, shown only now:\n\n  ${created.secret}\n\nNext: ${next}`,
    }
  })
}

function addList(group: Command): void {
  const command = addCommand(group, 'list', 'list the webhook endpoints of a store', '--store sto_…')
  callStoreApi(command, async ({ manage, storeId }) =>
    listOutput(
      await readAll(manage.listWebhooks.each({ storeId, limit: 200 })),
      {
        endpoint: ({ id }) => id,
        state: ({ state, disabledReason, failingSince }) => {
          if (state === 'disabled') return `disabled (${disabledReason})`
          return failingSince === null ? 'enabled' : `failing since ${formatTime(failingSince)}`
        },
        pending: ({ pendingEvents }) => pendingEvents,
        abandoned: ({ abandonedEvents }) => abandonedEvents,
        events: ({ events }) => events.join(' ') || 'all',
        url: ({ url }) => url,
      },
      'No webhook endpoints.',
    ),
  )
}

function addRotateSecret(group: Command): void {
  const command = addEndpointCommand(
    group,
    'rotate-secret',
    'create a new secret; for one day events are signed with the old one too',
    '',
  ).option('--expire-old', 'stop using the old secret at once, for example because it has leaked')
  callStoreApi<OnEndpoint & { expireOld?: boolean }>(
    command,
    async ({ manage, storeId }, { endpoint: endpointId, expireOld: expireOldSecret = false }) => {
      const created = await manage.rotateWebhookSecret({ storeId, endpointId, expireOldSecret })
      const until = created.oldSecretExpiresAt
      const old = until === null ? 'The old one is no longer used.' : `The old one is used until ${formatTime(until)}.`
      return { json: created, text: `The new secret, shown only now:\n\n  ${created.secret}\n\n${old}` }
    },
    'endpoint',
  )
}
