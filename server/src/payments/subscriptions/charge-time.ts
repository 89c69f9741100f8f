const SHORT_MONTH_MS = 3 * 86_400_000

/**
 * The moment that decides which period a charge belongs to. A company that charges on the 31st can go on with the 28th after a
 * February, up to three days before our period starts. Charges of later periods are far enough away.
 */
export function chargeTime(charged: Date, { startedAt, isWeekly }: { startedAt: Date; isWeekly: boolean }): Date {
  const mayDrift = !isWeekly && startedAt.getUTCDate() > 28
  return mayDrift ? new Date(charged.getTime() + SHORT_MONTH_MS) : charged
}
