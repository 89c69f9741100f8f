import { Command } from 'commander'
import { TOKEN_SCOPES } from '../access/permissions.ts'
import { type ApiTokenId, formatId } from '../ids.ts'
import { aboutStore, type InStore, withStore } from './desk/with-desk.ts'
import { moment, print, table } from './print.ts'
import { many, readTokenId } from './read-id.ts'
import { readMoment } from './read-moment.ts'

const same = (text: string) => text

type Create = InStore & { name: string; scope?: string[]; expires?: Date }

/** What programs call the management API with. */
export function tokenCommand(): Command {
  const command = new Command('token').description('API tokens of a store')
  for (const subcommand of [createCommand(), listCommand(), revokeCommand()]) command.addCommand(subcommand)
  return command
}

function createCommand(): Command {
  const command = new Command('create')
    .description('make an API token; it is shown once, here')
    .requiredOption('--name <text>', 'what it is for')
    .option(
      '--scope <scope>',
      'what it may do, like checkouts:read; may be repeated (left out: everything)',
      many(same),
    )
    .option('--expires <moment>', 'when it ends, like 2027-01-31T00:00:00.000Z', readMoment)
    .addHelpText(
      'after',
      '\nExample:\n  npx quartermaster token create --store sto_… --name "Discord bot" --scope checkouts:read',
    )
  return aboutStore(command).action(async ({ name, scope, expires, json, ...options }: Create) => {
    const wanted = { name, scopes: scope ?? [...TOKEN_SCOPES], expiresAt: expires ?? null }
    const { id, token } = await withStore(options, (desk, storeId) => desk.access.createToken({ storeId, ...wanted }))
    print(json, { id, token }, () => `Made the token ${id}. Keep it; it is not shown again:\n${token}`)
  })
}

function listCommand(): Command {
  const command = new Command('list')
    .description('list the API tokens of a store')
    .addHelpText('after', '\nExample:\n  npx quartermaster token list --store sto_…')
  return aboutStore(command).action(async ({ json, ...options }: InStore) => {
    const shown = await withStore(options, (desk, storeId) => desk.access.listTokens(storeId))
    print(json, { tokens: shown }, () =>
      table(
        ['token', 'name', 'ends in', 'active', 'expires', 'last used', 'scopes'],
        shown.map((t) => [
          t.id,
          t.name,
          t.hint,
          t.active ? 'yes' : 'no',
          moment(t.expiresAt),
          moment(t.lastUsedAt),
          t.scopes.join(' '),
        ]),
      ),
    )
  })
}

function revokeCommand(): Command {
  const command = new Command('revoke')
    .description('end an API token at once')
    .requiredOption('--token <id>', 'token, by its id', readTokenId)
    .addHelpText('after', '\nExample:\n  npx quartermaster token revoke --store sto_… --token tok_…')
  return aboutStore(command).action(async ({ token, json, ...options }: InStore & { token: ApiTokenId }) => {
    await withStore(options, (desk, storeId) => desk.access.revokeToken({ storeId, tokenId: token }))
    print(json, { id: formatId('tok', token) }, () => 'Revoked: it opens nothing any more.')
  })
}
