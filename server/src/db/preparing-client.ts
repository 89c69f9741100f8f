import pg from 'pg'

/** Later texts are not prepared, because they are probably unique, for example with a list of varying length. */
const MAX_STATEMENTS = 400
const names = new Map<string, string>()

/** An option of the pool: a connection that has not answered for this long is closed. */
export type AnswerTimeout = { answerTimeoutMs?: number }

/**
 * Prepares statements, so that each is planned once per connection: planning is most of the cost of a short statement.
 * Statements without values, such as `begin`, are sent unchanged.
 *
 * A machine that is frozen or lost closes no connection. Without the timeout, requests would wait for it until it comes back.
 */
export class PreparingClient extends pg.Client {
  readonly #answerTimeoutMs: number
  /** Since when an answer is due. Undefined while nothing was asked. */
  #waitingSince: number | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(config?: string | (pg.ClientConfig & AnswerTimeout)) {
    super(config)
    this.#answerTimeoutMs = (typeof config === 'object' ? config.answerTimeoutMs : undefined) ?? 0
    this.on('drain', () => void (this.#waitingSince = undefined))
    this.on('end', () => clearTimeout(this.#timer))
  }

  // The driver has nine overloads of this method. Only a text with values is changed.
  override query: pg.Client['query'] = ((...args: unknown[]): unknown => {
    const [text, values, ...rest] = args
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    this.#expectAnswer()
    return super.query(...((name === undefined ? args : [{ name, text, values }, ...rest]) as [string]))
  }) as pg.Client['query']

  /** One timer for many statements, because most of them take a millisecond. */
  #expectAnswer(): void {
    if (this.#answerTimeoutMs === 0 || this.#waitingSince !== undefined) return
    this.#waitingSince = performance.now()
    this.#timer ??= setTimeout(() => this.#checkAnswer(), this.#answerTimeoutMs)
  }

  #checkAnswer(): void {
    this.#timer = undefined
    if (this.#waitingSince === undefined) return
    const leftMs = this.#waitingSince + this.#answerTimeoutMs - performance.now()
    // The statement rejects, and the pool removes the connection.
    if (leftMs <= 0) this.connection.stream.destroy()
    else this.#timer = setTimeout(() => this.#checkAnswer(), leftMs)
  }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_STATEMENTS) return known
  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}
