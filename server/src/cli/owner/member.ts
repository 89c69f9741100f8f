import type { Command } from 'commander'
import { accountByEmail, addMember } from '../../access/add-member.ts'
import { COMMAND_LINE } from '../../access/member.ts'
import { type Role, ROLES } from '../../access/permissions.ts'
import { recordAudit } from '../../access/record-audit.ts'
import { readEmailAddress } from '../../accounts/email-address.ts'
import { inStore } from '../../db/database.ts'
import { formatId, parseId, type StoreId } from '../../ids.ts'
import { addCommand, choice } from '../add-command.ts'
import { withDatabase } from '../operator/with-database.ts'
import { parseIdOf, requireId } from '../parse-option.ts'
import { formatTime, listOutput, print } from '../print.ts'
import { callStoreApi } from './owner-command.ts'
import { readAll } from './store-client.ts'

type Add = { store: string; email: string; role: Role; json?: boolean }

export function addMemberCommands(program: Command): void {
  const group = program.command('member').description('manage the staff members of a store')

  addCommand(
    group,
    'add',
    'give an account a role in a store; works only on this machine, without --remote',
    '--store sto_… --email ana@vale.example --role owner',
  )
    .requiredOption('--store <id>', 'the store', parseIdOf('sto'))
    .requiredOption('--email <address>', 'the e-mail address of the account')
    .addOption(choice('--role <role>', 'what they can do in the store', ROLES).makeOptionMandatory())
    .option('--json', 'print the result as JSON')
    .action(async (options: Add) => {
      const { email, role } = options
      const json = { accountId: await giveRole(options), role }
      print({ json, text: `${email} now has the role ${role} in this store.` }, options.json)
    })

  const list = addCommand(group, 'list', 'list the staff members of a store', '--store sto_…')
  callStoreApi(list, async ({ manage, storeId }) =>
    listOutput(
      await readAll(manage.listMembers.each({ storeId, limit: 200 })),
      {
        account: ({ accountId }) => accountId,
        'e-mail': ({ email }) => email ?? 'closed',
        name: ({ name }) => name,
        role: ({ role }) => role,
        joinedAt: ({ joinedAt }) => formatTime(joinedAt),
      },
      'This store has no staff members yet.',
    ),
  )
}

/** The management API can only invite people. Without a mail it takes the machine of the platform to add one. */
async function giveRole({ store, email, role }: Add): Promise<string> {
  const storeId = requireId('sto', parseId<StoreId>('sto', store))
  return withDatabase(async ({ app, accounts }) => {
    const accountId = await accountByEmail(accounts, readEmailAddress(email))
    const subject = formatId('acc', accountId)
    await inStore(app, storeId, async (tx) => {
      await addMember(tx, { storeId, accountId, role })
      const from = { address: null, requestId: null }
      await recordAudit(tx, { storeId, actor: COMMAND_LINE, action: 'addMember', subject, details: { role }, ...from })
    })
    return subject
  })
}
