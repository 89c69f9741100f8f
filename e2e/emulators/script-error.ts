/** What an uncaught error is in a game script; how much dies with it is the client's quirk. */
export class ScriptError extends Error {}
