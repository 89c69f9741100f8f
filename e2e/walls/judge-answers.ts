import type { Asked } from './ask-cells.ts'
import type { World } from './world.ts'

/** What is wrong with one answer: its status, its form, or what it tells of others. */
export function judgeAnswer({ leaks }: Pick<World, 'leaks'>, asked: Asked): string[] {
  const { answer, expected, sent } = asked
  const faults: string[] = []
  if (answer.status !== expected)
    faults.push(`answered ${answer.status}, not ${expected}: ${answer.text.slice(0, 200)}`)
  if (answer.status >= 400 && !isProblem(asked))
    faults.push(`refused without a problem document: ${answer.text.slice(0, 200)}`)
  const told = sent === '' ? answer.text : answer.text.replaceAll(sent, '')
  for (const whose of forbidden(asked)) {
    const leak = leaks.of(whose, told)
    if (leak !== undefined) faults.push(`tells of ${leak}, which belongs to the ${whose} store`)
  }
  return faults.map((fault) => `${nameOf(asked)}: ${fault}`)
}

/** Another store's thing and a missing thing give the same answer, byte by byte. What the caller sent may be echoed. */
export function judgePairs(refusals: Asked[]): string[] {
  return refusals.flatMap((asked) => {
    if (asked.place.whose !== 'foreign') return []
    const other = refusals.find(
      ({ caller, place }) => caller === asked.caller && place.whose === 'unknown' && place.what === asked.place.what,
    )
    if (!other || bytesOf(asked) === bytesOf(other)) return []
    return [`${nameOf(asked)}: differs from what nobody has:\n  ${bytesOf(asked)}\n  ${bytesOf(other)}`]
  })
}

function bytesOf({ answer, sent }: Asked): string {
  const text = JSON.stringify([answer.status, answer.headers, answer.text])
  return sent === '' ? text : text.replaceAll(sent, '…')
}

function isProblem({ answer }: Asked): boolean {
  const type = answer.headers.find(([name]) => name === 'content-type')?.[1] ?? ''
  return type.startsWith('application/problem+json') && answer.text.startsWith('{')
}

/** Whose ids and words must not be in it. */
function forbidden({ caller, operation }: Asked): ('own' | 'foreign' | 'twin')[] {
  if (operation.id === 'listAllStores' && caller.name === 'operator') return []
  const isFromThere = caller.name === 'owner of another store' || caller.name === 'token of another store'
  // Whoever joins a store is told which.
  if (isFromThere && operation.id === 'acceptInvitation') return ['twin']
  return [isFromThere ? 'own' : 'foreign', 'twin']
}

function nameOf({ operation, caller, place }: Asked): string {
  const where = place.whose === 'own' ? 'own' : `${place.whose} ${place.what}`
  return `${operation.id} × ${caller.name} × ${where}`
}
