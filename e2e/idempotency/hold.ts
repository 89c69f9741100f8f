import type { RequestListener } from 'node:http'

/** Whoever sends this is not answered: what he asked for is done, and the answer is held back until the process dies. */
export const HOLD = 'x-hold-the-answer'

export const holdAnswers: RequestListener = (request, response) => {
  if (request.headers[HOLD] === undefined) return
  // Called when everything is done and the first byte is about to leave.
  response.writeHead = () => {
    response.write = () => true
    response.end = () => response
    console.log('held')
    return response
  }
}
