export type LogFormat = 'text' | 'json'

/** One event: a sentence for people, and the same in fields for machines. */
export type Log = (event: string, sentence: string, fields?: Record<string, string | number>) => void

export function createLog(format: LogFormat, write: (line: string) => void): Log {
  return (event, sentence, fields = {}) => {
    const time = new Date().toISOString()
    // Players and games choose some of these words: a line stays a line.
    const line =
      format === 'json' ? JSON.stringify({ time, event, message: sentence, ...fields }) : `${time} ${oneLine(sentence)}`
    write(`${line}\n`)
  }
}

/** Says something when it has changed, and not every time it is so; never at first what goes without saying. */
export function createChangeLog(log: Log, usual = ''): (event: string, sentence: string) => void {
  let last = usual
  return (event, sentence) => {
    if (sentence !== last) log(event, sentence)
    last = sentence
  }
}

function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}
