/** The 64-bit SteamID of account number 0. */
const STEAM_ID_BASE = 76_561_197_960_265_728n

/** Returns the SteamIDs of the players, as printed and in 64-bit form. Names are not ids: anyone can use any name. */
export function readSourceStatus(response: string): string[] {
  return response.split('\n').flatMap((line) => {
    // The name comes first and can contain quotation marks and text that looks like an id.
    const id = /^#.*"\s+(STEAM_\d:[01]:\d+|\[U:1:\d+\])\s/.exec(line)?.[1]
    return id === undefined ? [] : [id, String(STEAM_ID_BASE + readAccountNumber(id))]
  })
}

function readAccountNumber(id: string): bigint {
  const [, lowestBit = '0', number = '0'] = id.replaceAll(/[[\]]/g, '').split(':')
  return id.startsWith('STEAM_') ? BigInt(number) * 2n + BigInt(lowestBit) : BigInt(number)
}
