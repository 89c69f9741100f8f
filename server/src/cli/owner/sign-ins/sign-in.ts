import type { Command } from 'commander'
import { AppError } from '../../../errors.ts'
import { addCommand, choice } from '../../add-command.ts'
import { formatTime, listOutput } from '../../print.ts'
import { callStoreApi } from '../owner-command.ts'
import { readText } from '../catalog/page-options.ts'

type At = { provider: 'discord' }

/** Services that sign players in and need an application of the store. */
export function addSignInCommands(group: Command): void {
  const provider = () => choice('--provider <name>', 'the service', ['discord']).makeOptionMandatory()
  const list = addCommand(group, 'list-sign-ins', 'list the services that sign players in', '--store sto_…')
  callStoreApi(list, async ({ manage, storeId }) =>
    listOutput(
      (await manage.listIdentityProviders({ storeId })).items,
      {
        service: ({ name }) => name,
        application: ({ clientId }) => clientId ?? 'not connected',
        connected: ({ connectedAt }) => (connectedAt === null ? '' : formatTime(connectedAt)),
        'redirect path': ({ redirectPath }) => redirectPath,
      },
      'There are no such services.',
    ),
  )
  const connect = addCommand(
    group,
    'connect-sign-in',
    'connect the application of the store at a service that signs players in',
    '--store sto_… --provider discord --credentials discord.txt',
  )
    .addOption(provider())
    .requiredOption('--credentials <file>', 'a file with the lines clientId=… and clientSecret=…')
  callStoreApi<At & { credentials: string }>(connect, async ({ manage, storeId }, { provider: name, credentials }) => {
    await manage.connectIdentityProvider({ storeId, provider: name, ...readClient(await readText(credentials)) })
    return { json: { provider: name }, text: `Connected to ${name}.` }
  })
  const disconnect = addCommand(
    group,
    'disconnect-sign-in',
    'delete the application of the store at a service that signs players in',
    '--store sto_… --provider discord',
  ).addOption(provider())
  callStoreApi<At>(disconnect, async ({ manage, storeId }, { provider: name }) => {
    await manage.disconnectIdentityProvider({ storeId, provider: name })
    return { json: { provider: name }, text: `Disconnected from ${name}.` }
  })
}

function readClient(text: string): { clientId: string; clientSecret: string } {
  const lines = new Map(
    text.split(/\r?\n/).map((line) => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1).trim()]),
  )
  const [clientId, clientSecret] = [lines.get('clientId'), lines.get('clientSecret')]
  if (clientId && clientSecret) return { clientId, clientSecret }
  throw new AppError('invalid_request', 'The file must have the lines clientId=… and clientSecret=…')
}
