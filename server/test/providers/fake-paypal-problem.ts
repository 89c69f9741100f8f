/** An error response in the format of PayPal. */
export class PaypalProblem extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, body: object) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
  }
}

export function paypalProblem(status: number, name: string, issue: string): PaypalProblem {
  const details = [{ issue, description: `Description of ${issue}` }]
  return new PaypalProblem(status, { name, message: 'The requested action failed.', debug_id: 'f1a2b3c4d5e6', details })
}
