import { Command, Option } from 'commander'
import { accountByEmail, addMember } from '../access/add-member.ts'
import { type Role, ROLES } from '../access/permissions.ts'
import { readEmailAddress } from '../accounts/email-address.ts'
import { formatId, type StoreId } from '../ids.ts'
import { byHand } from './by-hand.ts'
import { aboutStore, type InStore, withStore } from './desk/with-desk.ts'
import { moment, print, table } from './print.ts'
import { readStoreId } from './read-id.ts'
import { withDatabase } from './with-database.ts'

type Add = { store: StoreId; email: string; role: Role; json?: boolean }

export function memberCommand(): Command {
  const command = new Command('member').description('who works for a store')
  command
    .command('add')
    .description('give an account a role in a store')
    .requiredOption('--store <id>', 'store', readStoreId)
    .requiredOption('--email <address>', 'address of an account')
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).makeOptionMandatory())
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  npx quartermaster member add --store sto_… --email ana@vale.example --role owner',
    )
    .action(async ({ store, email, role, json }: Add) => {
      const accountId = await withDatabase(async ({ app, accounts }) => {
        const id = await accountByEmail(accounts, readEmailAddress(email))
        const deed = { storeId: store, action: 'addMember', subject: formatId('acc', id), details: { role } }
        await byHand(app, deed, (tx) => addMember(tx, { storeId: store, accountId: id, role }))
        return id
      })
      print(json, { accountId: formatId('acc', accountId), role }, () => `${email} is ${role} of the store now.`)
    })
  aboutStore(command.command('list'))
    .description('list who works for a store')
    .addHelpText('after', '\nExample:\n  npx quartermaster member list --store sto_…')
    .action(async ({ json, ...options }: InStore) => {
      const shown = await withStore(options, (desk, storeId) => desk.access.listMembers(storeId))
      print(json, { members: shown }, () =>
        table(
          ['account', 'e-mail', 'name', 'role', 'since'],
          shown.map((m) => [m.accountId, m.email ?? 'closed', m.name, m.role, moment(m.since)]),
        ),
      )
    })
  return command
}
