/** `[12:00:00][Server]: id=0 …` in Teeworlds 0.6 and 0.7, `2024-01-01 12:00:00 I server: id=0 …` in DDNet. */
const PLAYER_LINE = /^(?:\[[\d :-]+\]\[server\]|[\d :-]+ I server): id=\d+ (.*)$/i

/**
 * Returns the names of the players. Only lines from the server itself count, never chat. A name can contain quotation
 * marks, so it extends to the last one before the next field.
 */
export function readTeeworldsStatus(response: string): string[] {
  return response.split('\n').flatMap((line) => {
    const name = / name='(.*)' (?:score|client)=/.exec(PLAYER_LINE.exec(line)?.[1] ?? '')?.[1]
    return name === undefined ? [] : [name]
  })
}
