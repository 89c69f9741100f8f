/** `[12:00:00][Server]: id=0 …` of Teeworlds 0.6 and 0.7, `2024-01-01 12:00:00 I server: id=0 …` of DDNet. */
const PLAYER = /^(?:\[[\d :-]+\]\[server\]|[\d :-]+ I server): id=\d+ (.*)$/i

/**
 * Names of who plays. Only lines that the server itself wrote count, never chat. A name may hold quotes: it reaches
 * from the first to the last of what stands around it.
 */
export function readTeeworldsStatus(answer: string): string[] {
  return answer.split('\n').flatMap((line) => {
    const name = / name='(.*)' (?:score|client)=/.exec(PLAYER.exec(line)?.[1] ?? '')?.[1]
    return name === undefined ? [] : [name]
  })
}
