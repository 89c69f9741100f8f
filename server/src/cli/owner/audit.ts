import { once } from 'node:events'
import type { Command } from 'commander'
import { addCommand } from '../add-command.ts'
import { parseLimit, parseTime } from '../parse-option.ts'
import { formatTime, listOutput } from '../print.ts'
import { callStoreApi } from './owner-command.ts'
import { pageSize, take } from './store-client.ts'

type Filter = { actor?: string; action?: string; subject?: string; from?: string; to?: string }

export function addAuditCommands(program: Command): void {
  const group = program.command('audit').description('read the audit log of a store: who changed what, and when')

  const list = addCommand(group, 'list', 'list the newest entries', '--store sto_… --action updateProduct') //
    .option('--limit <n>', 'how many entries to show', parseLimit, 50)
  callStoreApi<Filter & { limit: number }>(addFilters(list), async ({ manage, storeId }, { limit, ...filter }) =>
    listOutput(
      await take(limit, manage.listAuditLog.each({ storeId, ...toQuery(filter), limit: pageSize(limit) })),
      {
        time: ({ createdAt }) => formatTime(createdAt),
        who: ({ actor }) => actor.name,
        action: ({ action }) => action,
        subject: ({ subject }) => subject,
        address: ({ ipAddress }) => ipAddress,
      },
      'There are no such entries.',
    ),
  )

  const exportLog = addCommand(
    group,
    'export',
    'print the entries as JSON lines, oldest first',
    '--store sto_… > audit.jsonl',
    '--store sto_… --from 2026-11-01 --to 2026-12-01 > november.jsonl',
  )
  callStoreApi<Filter>(addFilters(exportLog), async ({ manage, storeId }, filter) => {
    const query = { storeId, ...toQuery(filter), order: 'oldest', limit: pageSize(Infinity) } as const
    for await (const entry of manage.listAuditLog.each(query)) {
      console.log(JSON.stringify(entry))
      // A slow reader must not fill the memory.
      if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain')
    }
    return undefined
  })
}

function addFilters(command: Command): Command {
  return command
    .option('--actor <id>', 'only entries of this account (acc_…) or API token (tok_…)')
    .option('--action <operation>', 'only this operation, such as updateProduct')
    .option('--subject <id>', 'only entries about this object, such as prd_…')
    .option('--from <time>', 'only entries at or after this time, such as 2026-11-01', parseTime)
    .option('--to <time>', 'only entries before this time', parseTime)
}

function toQuery({ actor, action, subject, from, to }: Filter) {
  return {
    ...(actor !== undefined && { actorId: actor }),
    ...(action !== undefined && { action }),
    ...(subject !== undefined && { subject }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }
}
