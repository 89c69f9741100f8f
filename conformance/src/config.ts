/** The only file that reads environment variables. A client under test gets those of the kit and the added ones. */
export function createClientEnv(added: Record<string, string>): Record<string, string | undefined> {
  return { ...process.env, ...added }
}

/** Colours are used on a terminal, unless NO_COLOR is set. */
export function supportsColour(stream: { isTTY?: boolean }): boolean {
  return stream.isTTY === true && process.env['NO_COLOR'] === undefined
}
