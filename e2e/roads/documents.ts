import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../kit/run-command.ts'

type Block = { heading: string; language: string; text: string }

/** The code of a document, block by block, each with the heading above it. */
async function readBlocks(path: string): Promise<Block[]> {
  const document = await readFile(join(PROJECT_ROOT, path), 'utf8')
  let heading = ''
  const blocks: Block[] = []
  for (const [, title, language, text] of document.matchAll(/^#+ (.*)$|^```(\w*)[^\n]*\n([\s\S]*?)^```$/gm)) {
    if (title === undefined) blocks.push({ heading, language: language ?? '', text: text ?? '' })
    else heading = title
  }
  return blocks
}

/** The block of a document below a heading, as a person finds it. */
export async function readBlock(path: string, heading: string, language = 'sh'): Promise<string> {
  const found = (await readBlocks(path)).find((block) => block.heading === heading && block.language === language)
  if (!found) throw new Error(`${path} has no ${language} block below "${heading}"`)
  return found.text
}

/** The lines of a block that a person types. Comments are left out, and lines that continue are joined. */
export function commandsIn(block: string): string[] {
  const lines = block.replaceAll(/\\\n\s*/g, '').split('\n')
  return lines.map((line) => line.replace(/\s+# .*$/, '').trim()).filter((line) => line !== '' && !line.startsWith('#'))
}

/** The files that a document shows, each under a comment with its path. */
export async function readExamples(path: string): Promise<{ path: string; text: string }[]> {
  const document = await readFile(join(PROJECT_ROOT, path), 'utf8')
  const examples = document.matchAll(/<!-- (examples\/\S+) -->\n```\w+\n([\s\S]*?)```\n/g)
  return [...examples].map(([, file = '', text = '']) => ({ path: file, text }))
}
