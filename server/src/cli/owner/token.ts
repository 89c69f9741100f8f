import type { Command } from 'commander'
import { TOKEN_SCOPES } from '../../access/permissions.ts'
import { addCommand } from '../add-command.ts'
import { collect, parseIdOf, parseTime } from '../parse-option.ts'
import { formatTime, listOutput } from '../print.ts'
import { callStoreApi } from './owner-command.ts'
import { readAll } from './store-client.ts'

const NEVER = 'never'

type Create = { name: string; scope: string[]; expires?: string }

export function addTokenCommands(program: Command): void {
  const group = program.command('token').description('manage the API tokens of a store')

  const create = addCommand(
    group,
    'create',
    'create an API token, which is shown only once',
    '--store sto_… --name "Discord bot" --scope checkouts:read',
  )
    .requiredOption('--name <text>', 'what the token is for')
    .requiredOption(
      '--scope <scope>',
      'what it can do, such as checkouts:read, or all; can be repeated',
      collect(String),
    )
    .option('--expires <time>', 'when it expires, such as 2027-01-31, or never; default: in 90 days', parseExpiry)
  callStoreApi<Create>(create, async ({ manage, storeId }, { name, scope, expires }) => {
    const scopes = scope.includes('all') ? [...TOKEN_SCOPES] : scope
    const expiry = expires === undefined ? {} : { expiresAt: expires === NEVER ? null : expires }
    const created = await manage.createToken({ storeId, name, scopes, ...expiry })
    return {
      json: created,
      text: `Created the token ${created.id}. It expires ${created.expiresAt === null ? 'never' : formatTime(created.expiresAt)}.\nThe token, shown only now:\n\n  ${created.token}\n`,
    }
  })

  const list = addCommand(group, 'list', 'list the API tokens of a store', '--store sto_…')
  callStoreApi(list, async ({ manage, storeId }) =>
    listOutput(
      await readAll(manage.listTokens.each({ storeId, limit: 200 })),
      {
        token: ({ id }) => id,
        name: ({ name }) => name,
        'ends in': ({ hint }) => hint,
        active: ({ isActive }) => (isActive ? 'yes' : 'no'),
        expires: ({ expiresAt }) => formatTime(expiresAt),
        'last used': ({ lastUsedAt }) => formatTime(lastUsedAt),
        scopes: ({ scopes }) => scopes.join(' '),
      },
      'This store has no API tokens.',
    ),
  )

  const revoke = addCommand(group, 'revoke', 'revoke an API token', '--store sto_… --token tok_…') //
    .requiredOption('--token <id>', 'the id of the token', parseIdOf('tok'))
  callStoreApi<{ token: string }>(revoke, async ({ manage, storeId }, { token: tokenId }) => {
    await manage.revokeToken({ storeId, tokenId })
    return { json: { id: tokenId }, text: 'Revoked.' }
  })
}

function parseExpiry(text: string): string {
  return text === NEVER ? text : parseTime(text)
}
