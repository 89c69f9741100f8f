import { AppError } from '../../../errors.ts'
import { parseDuration } from '../../../duration.ts'
import type { SourceCommand } from './convert-commands.ts'
import { parseCsv } from './csv.ts'
import { readFileText } from './read-source.ts'

const STAGES: Record<string, SourceCommand['stage']> = {
  approve: 'approve',
  initial: 'approve',
  purchase: 'approve',
  refund: 'refund',
  chargeback: 'refund',
  expire: 'expire',
  expiry: 'expire',
  remove: 'expire',
  renew: 'renew',
  renewal: 'renew',
}

export const stageOf = (text: string): SourceCommand['stage'] => STAGES[text.trim().toLowerCase()] ?? 'other'

/** What a command file says about one product. `durationSeconds` is undefined if it says nothing. */
export type CommandsOfProduct = { commands: SourceCommand[]; durationSeconds?: number }

/** Commands and durations by the id of their product: a CSV file with the columns product, stage and command. */
export async function readCommandFile(path: string): Promise<Map<string, CommandsOfProduct>> {
  const text = await readFileText(path)
  if (text === undefined) throw new AppError('invalid_request', `There is no file ${path}.`)
  return readCommandRows(parseCsv(text, path), path)
}

export function readCommandRows(rows: Record<string, string>[], name: string): Map<string, CommandsOfProduct> {
  const products = new Map<string, CommandsOfProduct>()
  for (const { product = '', stage = '', command = '' } of rows) {
    if (product === '') throw new AppError('invalid_request', `${name} has a row without a product.`)
    if (command.trim() === '') continue
    const known = products.get(product) ?? { commands: [] }
    if (stage.trim().toLowerCase() === 'duration') known.durationSeconds = parseDuration(command.trim())
    else known.commands.push({ stage: stageOf(stage), command })
    products.set(product, known)
  }
  return products
}
