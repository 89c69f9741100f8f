import { StringDecoder } from 'node:string_decoder'

const LONGEST_LINE = 1_048_576

/** Bytes in, whole lines out. Control characters go: some games end a line with NULs or colour it. */
export function createLineReader(): (bytes: Buffer) => string[] {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  return (bytes) => {
    const lines = (rest + decoder.write(bytes)).split(/\r?\n/)
    rest = lines.pop() ?? ''
    if (rest.length > LONGEST_LINE) throw new Error('A line without an end')
    return lines.map(clean)
  }
}

// oxlint-disable-next-line no-control-regex -- they are what it is about
const CONTROL = /\u001b\[[\d;]*[A-Za-z]|[\u0000-\u0008\u000b-\u001f]/g

function clean(line: string): string {
  return line.replace(CONTROL, '')
}
