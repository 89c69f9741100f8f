/** Where the numbers of individual accounts begin among 64-bit Steam ids. */
const FIRST_STEAM_ID = 76_561_197_960_265_728n

/** SteamIDs of who plays, as the game writes them and in their 64-bit form. Names are no ids: anybody may take any. */
export function readSourceStatus(answer: string): string[] {
  return answer.split('\n').flatMap((line) => {
    // The name comes first and may hold quotes and whatever looks like an id.
    const id = /^#.*"\s+(STEAM_\d:[01]:\d+|\[U:1:\d+\])\s/.exec(line)?.[1]
    return id === undefined ? [] : [id, String(FIRST_STEAM_ID + accountNumber(id))]
  })
}

function accountNumber(id: string): bigint {
  const [, kind = '0', number = '0'] = id.replaceAll(/[[\]]/g, '').split(':')
  return id.startsWith('STEAM_') ? BigInt(number) * 2n + BigInt(kind) : BigInt(number)
}
