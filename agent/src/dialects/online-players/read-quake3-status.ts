/** Returns the names of players and bots without colour codes. Each line is `score ping "name"`. */
export function readQuake3Status(response: string): string[] {
  return response.split('\n').flatMap((line) => {
    const name = /^-?\d+ -?\d+ "(.*)"$/.exec(line)?.[1]
    return name === undefined ? [] : [name.replaceAll(/\^[^^]/g, '')]
  })
}
