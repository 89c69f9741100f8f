import type { Command } from 'commander'
import { addCommand } from '../../add-command.ts'
import { listOutput } from '../../print.ts'
import { callStoreApi } from '../owner-command.ts'

export function addHostCommands(program: Command): void {
  const group = program.command('host').description('choose the names under which the pages of a store are served')

  const list = addCommand(group, 'list', 'list the hosts of a store', '--store sto_…')
  callStoreApi(list, async ({ manage, storeId }) =>
    listOutput(
      (await manage.listHosts({ storeId })).items,
      {
        host: ({ host }) => host,
        kind: ({ kind }) => kind,
        address: ({ url }) => url ?? 'not served',
        'TXT record': ({ proof, provedAt }) => (proof && provedAt === null ? `${proof.name} ${proof.value}` : ''),
      },
      'This store has no hosts.',
    ),
  )

  const label = addCommand(
    group,
    'label',
    'choose the label of a store below STOREFRONT_DOMAIN',
    '--store sto_… --label vale',
  ).requiredOption('--label <text>', 'letters, digits and hyphens')
  callStoreApi<{ label: string }>(label, async ({ manage, storeId }, { label: text }) => {
    const chosen = await manage.chooseLabel({ storeId, label: text })
    return { json: chosen, text: `The store is at ${chosen.url}` }
  })

  const add = addCommand(
    group,
    'add',
    'add a domain of your own',
    '--store sto_… --domain shop.vale.example',
  ).requiredOption('--domain <name>', 'the domain, such as shop.vale.example')
  callStoreApi<{ domain: string }>(add, async ({ manage, storeId }, { domain }) => {
    const added = await manage.addDomain({ storeId, domain })
    const record = added.proof ? `\n  ${added.proof.name}  TXT  ${added.proof.value}\n` : ''
    return {
      json: added,
      text: `Create this DNS record, then run \`host check --domain ${added.host}\`:\n${record}\nAlso point ${added.host} at this server.`,
    }
  })

  const check = addCommand(
    group,
    'check',
    'look for the DNS record of a domain',
    '--store sto_… --domain shop.vale.example',
  ).requiredOption('--domain <name>', 'the domain that you added')
  callStoreApi<{ domain: string }>(check, async ({ manage, storeId }, { domain }) => {
    const checked = await manage.checkDomain({ storeId, host: domain })
    return { json: checked, text: `The domain is proved. The store is at ${checked.url}` }
  })

  const remove = addCommand(
    group,
    'remove',
    'stop serving a host',
    '--store sto_… --host shop.vale.example',
  ).requiredOption('--host <name>', 'a domain or the label')
  callStoreApi<{ host: string }>(remove, async ({ manage, storeId }, { host }) => {
    await manage.removeHost({ storeId, host })
    return { json: { host }, text: 'Removed. It is no longer served.' }
  })
}
