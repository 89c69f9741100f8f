/** An uncaught error in a game script. The clients differ in what it stops. */
export class ScriptError extends Error {}
