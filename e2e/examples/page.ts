import { readFileSync, writeFileSync } from 'node:fs'

export const PAGE = 'docs/plugin-developers.md'

const SHOWN = /<!-- (examples\/\S+) -->\n```(\w+)\n[\s\S]*?```\n/g

/** Returns the page with the current text of the examples. `node e2e/examples/page.ts --write` updates the page. */
export function withExamples(page: string): string {
  return page.replaceAll(SHOWN, (_, path: string, language: string) => {
    return `<!-- ${path} -->\n\`\`\`${language}\n${readFileSync(path, 'utf8').trimEnd()}\n\`\`\`\n`
  })
}

if (process.argv[2] === '--write') writeFileSync(PAGE, withExamples(readFileSync(PAGE, 'utf8')))
