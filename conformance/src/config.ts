/** The one place that reads the environment: a client under test gets ours, and what the kit adds to it. */
export function clientEnvironment(added: Record<string, string>): Record<string, string | undefined> {
  return { ...process.env, ...added }
}

/** Colour is for people at a terminal who did not say no to it. */
export function wantsColour(stream: { isTTY?: boolean }): boolean {
  return stream.isTTY === true && process.env['NO_COLOR'] === undefined
}
