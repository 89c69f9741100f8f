import { Command, CommanderError, type Option } from 'commander'
import { useSettingsFile } from '../config/config.ts'
import { explainError } from './explain-error.ts'
import { readVersion } from '../config/read-version.ts'
import { addAccountCommands } from './operator/account.ts'
import { addBackupCommands } from './operator/backup.ts'
import { addDoctorCommand } from './operator/doctor.ts'
import { addFrontDoorCommand } from './operator/front-door.ts'
import { addLimitCommands } from './operator/limit.ts'
import { addMigrateCommand } from './operator/migrate.ts'
import { addPortableCommands } from './operator/portable.ts'
import { addSecretsCommands } from './operator/secrets.ts'
import { addSetupCommand } from './operator/setup.ts'
import { addServeCommand } from './operator/serve.ts'
import { addUpgradeCommand } from './operator/upgrade.ts'
import { addVerifyCommand } from './operator/verify.ts'
import { addCategoryCommands } from './owner/catalog/category.ts'
import { addTiersCommands } from './owner/catalog/tiers.ts'
import { addPictureCommands } from './owner/catalog/picture.ts'
import { addThemeCommands } from './owner/theme/theme.ts'
import { addCheckoutCommands } from './owner/checkout.ts'
import { addDeliveryCommands } from './owner/delivery.ts'
import { addMemberCommands } from './owner/member.ts'
import { addPaymentCommands } from './owner/payment.ts'
import { addPlayerCommands } from './owner/player.ts'
import { addProductCommands } from './owner/catalog/product.ts'
import { addCouponCommands } from './owner/promotions/coupon.ts'
import { addCreatorCommands } from './owner/promotions/creator.ts'
import { addPriceCommand } from './owner/promotions/price.ts'
import { addSaleCommands } from './owner/promotions/sale.ts'
import { addRedeliveryCommands } from './owner/redelivery.ts'
import { addSubscriptionCommands } from './owner/subscription.ts'
import { addRefundCommand } from './owner/refund.ts'
import { addSellCommand } from './owner/sell.ts'
import { addServerCommands } from './owner/server.ts'
import { addStorefrontCommands } from './owner/storefront.ts'
import { addStoreCommands } from './owner/store.ts'
import { addAuditCommands } from './owner/audit.ts'
import { addImportCommands } from './owner/import/import.ts'
import { addGiftCardCommands } from './owner/promotions/gift-card.ts'
import { addHostCommands } from './owner/hosts/host.ts'
import { addTokenCommands } from './owner/token.ts'
import { addWebhookCommands } from './owner/webhook.ts'
import { addLoginCommand } from './remote/login.ts'
import { addLogoutCommand } from './remote/logout.ts'
import { addWhoamiCommand } from './remote/whoami.ts'

/** Runs one command. Returns the exit code: 0 done, 1 refused or failed, 2 wrong usage. */
export async function main(argv: string[]): Promise<number> {
  try {
    await buildProgram().parseAsync(argv)
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const { code, message, stack } = explainError(error)
    if (argv.includes('--json')) console.log(JSON.stringify({ error: { code, message } }))
    else console.error(`error: ${message}`)
    if (stack !== undefined) console.error(stack)
    return 1
  }
}

/** Commander copies these settings to all commands that are added later. */
export function buildProgram(): Command {
  const program = new Command('quartermaster')
    .description('The open store platform for game servers')
    .version(readVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'show the help')
    .helpCommand('help [command]', 'show the help of a command')
    .showHelpAfterError('(add --help for examples)')
    .option(
      '--config <file>',
      'the configuration file (default: QUARTERMASTER_CONFIG, ./quartermaster.toml or /etc/quartermaster/quartermaster.toml)',
    )
    .on('option:config', useSettingsFile)
    .exitOverride()

  program.commandsGroup('Run a store:')
  for (const add of [
    addStoreCommands,
    addServerCommands,
    addCategoryCommands,
    addTiersCommands,
    addPictureCommands,
    addThemeCommands,
    addProductCommands,
    addStorefrontCommands,
    addPaymentCommands,
    addGiftCardCommands,
    addSellCommand,
  ]) {
    add(program)
  }
  for (const add of [addSaleCommands, addCouponCommands, addCreatorCommands, addPriceCommand]) add(program)
  for (const add of [addRefundCommand, addCheckoutCommands, addSubscriptionCommands]) add(program)
  for (const add of [addDeliveryCommands, addRedeliveryCommands]) add(program)
  for (const add of [addPlayerCommands, addWebhookCommands, addMemberCommands, addTokenCommands, addHostCommands])
    add(program)
  addAuditCommands(program)
  addPortableCommands(program)
  addImportCommands(program)
  program.commandsGroup('Use a store on another machine:')
  for (const add of [addLoginCommand, addLogoutCommand, addWhoamiCommand]) add(program)
  program.commandsGroup('Operate the platform:')
  for (const add of [addMigrateCommand, addServeCommand, addSetupCommand, addDoctorCommand, addVerifyCommand])
    add(program)
  for (const add of [addUpgradeCommand, addBackupCommands, addAccountCommands, addLimitCommands, addSecretsCommands])
    add(program)
  addFrontDoorCommand(program)

  reportUnknownOptionsFirst(program)
  return program
}

/** Commander reports a missing option before a misspelt one, so `--nmae` would be answered with "--name is missing". */
function reportUnknownOptionsFirst(program: Command): void {
  const required = new Set<Option>()
  for (const command of leafCommands(program)) {
    for (const option of command.options.filter(({ mandatory }) => mandatory)) {
      option.mandatory = false
      required.add(option)
    }
  }
  program.hook('preAction', (_program, command) => {
    const isMissing = (option: Option) => command.getOptionValue(option.attributeName()) === undefined
    const missing = command.options.find((option) => required.has(option) && isMissing(option))
    if (missing) command.error(`error: required option '${missing.flags}' not specified`)
  })
}

function leafCommands(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leafCommands)
}
