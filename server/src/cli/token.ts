import { Command } from 'commander'
import { createToken } from '../access/create-token.ts'
import { listTokens } from '../access/list-tokens.ts'
import { TOKEN_SCOPES } from '../access/permissions.ts'
import { revokeToken } from '../access/revoke-token.ts'
import { inStore } from '../db/database.ts'
import { type ApiTokenId, formatId, type StoreId } from '../ids.ts'
import { byHand } from './by-hand.ts'
import { moment, print, table } from './print.ts'
import { many, readStoreId, readTokenId } from './read-id.ts'
import { readMoment } from './read-moment.ts'
import { withDatabase } from './with-database.ts'

const MOST = 1_000
const same = (text: string) => text

type Create = { store: StoreId; name: string; scope?: string[]; expires?: Date; json?: boolean }
type Revoke = { store: StoreId; token: ApiTokenId; json?: boolean }

/** What programs call the management API with. */
export function tokenCommand(): Command {
  const command = new Command('token').description('API tokens of a store')
  for (const subcommand of [createCommand(), listCommand(), revokeCommand()]) command.addCommand(subcommand)
  return command
}

function createCommand(): Command {
  return new Command('create')
    .description('make an API token; it is shown once, here')
    .requiredOption('--store <id>', 'store', readStoreId)
    .requiredOption('--name <text>', 'what it is for')
    .option(
      '--scope <scope>',
      'what it may do, like checkouts:read; may be repeated (left out: everything)',
      many(same),
    )
    .option('--expires <moment>', 'when it ends, like 2027-01-31T00:00:00.000Z', readMoment)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  npx quartermaster token create --store sto_… --name "Discord bot" --scope checkouts:read',
    )
    .action(async ({ store, name, scope, expires, json }: Create) => {
      const wanted = { storeId: store, name, scopes: scope ?? [...TOKEN_SCOPES], expiresAt: expires ?? null, by: null }
      const { id, token } = await withDatabase(({ app }) =>
        byHand(app, { storeId: store, action: 'createToken', subject: tokenOf }, (tx) => createToken(tx, wanted)),
      )
      const text = formatId('tok', id)
      print(json, { id: text, token }, () => `Made the token ${text}. Keep it; it is not shown again:\n${token}`)
    })
}

function listCommand(): Command {
  return new Command('list')
    .description('list the API tokens of a store')
    .requiredOption('--store <id>', 'store', readStoreId)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster token list --store sto_…')
    .action(async ({ store, json }: { store: StoreId; json?: boolean }) => {
      const rows = await withDatabase(({ app }) =>
        inStore(app, store, (tx) => listTokens(tx, { storeId: store, most: MOST })),
      )
      const shown = rows.map((row) => ({
        id: formatId('tok', row.id),
        name: row.name,
        hint: row.hint,
        active: row.active,
        scopes: row.scopes,
        expiresAt: row.expires_at,
        lastUsedAt: row.last_used_at,
      }))
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
  return new Command('revoke')
    .description('end an API token at once')
    .requiredOption('--store <id>', 'store', readStoreId)
    .requiredOption('--token <id>', 'token, by its id', readTokenId)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  npx quartermaster token revoke --store sto_… --token tok_…')
    .action(async ({ store, token, json }: Revoke) => {
      await withDatabase(({ app }) =>
        byHand(app, { storeId: store, action: 'revokeToken', subject: formatId('tok', token) }, (tx) =>
          revokeToken(tx, { storeId: store, tokenId: token }),
        ),
      )
      print(json, { id: formatId('tok', token) }, () => 'Revoked: it opens nothing any more.')
    })
}

const tokenOf = ({ id }: { id: ApiTokenId }) => formatId('tok', id)
