import type { Refund, Refunded } from '../../server/src/checkouts/reverse/refund.ts'
import type { Sale } from '../../server/src/checkouts/buy/sale.ts'
import type { Sold } from '../../server/src/checkouts/buy/sell.ts'
import type { StartedPayment } from '../../server/src/payments/start-payment.ts'

export type Task = { sell: Sale } | { refund: Refund } | { open: Sale }

/** What the harness asks of the victim, one JSON object a line. */
export type Order = { no: number } & Task

/** Said only when the use case has resolved; `refused` tells that the product said no, not that something broke. */
export type Answer =
  | { no: number; sold: Sold }
  | { no: number; refunded: Refunded }
  | { no: number; opened: StartedPayment }
  | { no: number; failed: { code: string; message: string; refused: boolean } }

export type Ready = { port: number }
