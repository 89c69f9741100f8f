import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { AppError } from '../../../errors.ts'
import { parseCount } from '../../parse-option.ts'

/** What products and categories have in common in the storefront. */
export type PageOptions = { slug?: string; descriptionFile?: string; position?: number; translationsFile?: string }

export function addPageOptions(command: Command): Command {
  return command
    .option('--slug <text>', 'the readable part of the address of its page, such as vip-gold; default: from the name')
    .option('--description-file <path>', 'a file with the description in Markdown')
    .option('--position <n>', 'the order in the storefront, lowest first', parseCount)
    .option(
      '--translations-file <path>',
      'a JSON file with the texts in other languages, such as {"es": {"name": "VIP Oro"}}',
    )
}

/** Only the fields that were given. */
export async function toPageFields({ slug, descriptionFile, position, translationsFile }: PageOptions) {
  return {
    ...(slug !== undefined && { slug }),
    ...(descriptionFile !== undefined && { description: await readText(descriptionFile) }),
    ...(position !== undefined && { position }),
    ...(translationsFile !== undefined && { translations: (await readJson(translationsFile)) as object }),
  }
}

/** The API checks the content. */
export async function readJson(path: string): Promise<unknown> {
  const text = await readText(path)
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new AppError('invalid_request', `${path} is not valid JSON. Correct the file`)
  }
}

export async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: Error) => {
    throw new AppError('invalid_request', `The file can't be read (${error.message}). Check its path`)
  })
}
