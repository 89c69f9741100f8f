export type LogFormat = 'text' | 'json'

/** Logs one event: a sentence for people, and fields for programs. */
export type Log = (event: string, sentence: string, fields?: Record<string, string | number>) => void

export function createLog(format: LogFormat, write: (line: string) => void): Log {
  return (event, sentence, fields = {}) => {
    const time = new Date().toISOString()
    // Players and games choose parts of the sentence, so control characters must not start a new line.
    const line =
      format === 'json'
        ? JSON.stringify({ time, event, message: sentence, ...fields })
        : `${time} ${replaceControlCharacters(sentence)}`
    write(`${line}\n`)
  }
}

/** Logs a sentence only if it differs from the previous one. The first one is compared with `initial`. */
export function createChangeLog(log: Log, initial = ''): (event: string, sentence: string) => void {
  let last = initial
  return (event, sentence) => {
    if (sentence !== last) log(event, sentence)
    last = sentence
  }
}

function replaceControlCharacters(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}
