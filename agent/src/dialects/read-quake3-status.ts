/** Names of who plays, bots included, without their colour codes: `score ping "name"`, a line each. */
export function readQuake3Status(answer: string): string[] {
  return answer.split('\n').flatMap((line) => {
    const name = /^-?\d+ -?\d+ "(.*)"$/.exec(line)?.[1]
    return name === undefined ? [] : [name.replaceAll(/\^[^^]/g, '')]
  })
}
