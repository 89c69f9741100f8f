import { StringDecoder } from 'node:string_decoder'

const MAX_LINE_LENGTH = 1_048_576

/** Splits bytes into complete lines. Removes control characters: some games colour lines, or end them with NULs. */
export function createLineReader(): (bytes: Buffer) => string[] {
  const decoder = new StringDecoder('utf8')
  let unread = ''
  return (bytes) => {
    const lines = (unread + decoder.write(bytes)).split(/\r?\n/)
    unread = lines.pop() ?? ''
    if (unread.length > MAX_LINE_LENGTH) throw new Error(`A line is longer than ${MAX_LINE_LENGTH} characters`)
    return lines.map(removeControlCharacters)
  }
}

// oxlint-disable-next-line no-control-regex -- this expression is about control characters
const CONTROL_CHARACTERS = /\u001b\[[\d;]*[A-Za-z]|[\u0000-\u0008\u000b-\u001f]/g

function removeControlCharacters(line: string): string {
  return line.replace(CONTROL_CHARACTERS, '')
}
