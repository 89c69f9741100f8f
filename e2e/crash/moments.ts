type Moment = 'sent' | 'answered'

export type Moments<Where> = {
  happened(moment: Moment, where: Where): void
  /** Resolves at the next moment of its kind, for whoever wants to strike there. */
  next(moment: Moment): Promise<Where>
}

/** Tells those who wait when something is sent or answered, and by whom. */
export function createMoments<Where>(): Moments<Where> {
  const coming = { sent: Promise.withResolvers<Where>(), answered: Promise.withResolvers<Where>() }
  return {
    happened(moment, where) {
      coming[moment].resolve(where)
      coming[moment] = Promise.withResolvers()
    },
    next: (moment) => coming[moment].promise,
  }
}
