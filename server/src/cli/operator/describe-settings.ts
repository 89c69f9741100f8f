import { SETTINGS } from '../../config/settings.ts'

const WIDTH = 110
const INDENT = ' '.repeat(6)

/** All settings, for the help of `serve`. */
export function describeSettings(): string {
  const entries = SETTINGS.map(
    ({ name, meaning, default: fallback }) =>
      `  ${name}\n${wrap(`${meaning} (${fallback === 'required' ? '' : 'default: '}${fallback})`)}`,
  )
  return `Settings (environment variables, or lower-case keys of the configuration file; NAME_FILE names a file with the value):\n${entries.join('\n')}`
}

function wrap(text: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (INDENT.length + last.length + word.length >= WIDTH) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines.map((line) => INDENT + line).join('\n')
}
