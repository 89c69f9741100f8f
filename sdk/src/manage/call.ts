/** What has to be known of a call to send it. */
export type CallShape = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: string[]
  hasBody?: true
  isList?: true
  takesKey?: true
}

export type CallOptions = {
  /** Of an edit: what you have read, so that nobody's edit is lost unseen. An ETag, a thing with its version, or `*` for any. */
  ifMatch?: string | { version: number }
  /**
   * Of a write: a key of your own, to go on after a crash. Without it every call has a new one for all of its attempts.
   * Null: none, and one attempt; for a store that has no keys to keep answers with.
   */
  idempotencyKey?: string | null
  signal?: AbortSignal
}

export type Call<Data, Answers> = (...asked: Asked<InputOf<Data>>) => Promise<AnswerOf<Answers>>

export type ListCall<Data, Answers> = Call<Data, Answers> & {
  /** Everything of the list; pages are fetched as they are needed. */
  each: (...asked: Asked<InputOf<Data>>) => AsyncIterable<ItemOf<AnswerOf<Answers>>>
}

type Asked<Input> = object extends Input
  ? [input?: Input, options?: CallOptions]
  : [input: Input, options?: CallOptions]

/** Path, query and body in one object. */
type InputOf<Data> = PartOf<Data, 'path'> & PartOf<Data, 'query'> & PartOf<Data, 'body'>

type PartOf<Data, Name extends string> = Data extends { [name in Name]?: infer Part }
  ? [Exclude<Part, undefined>] extends [never]
    ? object
    : Exclude<Part, undefined>
  : object

/** By its status; one that is not described is empty. */
type AnswerOf<Answers> = unknown extends Answers[keyof Answers] ? void : Answers[keyof Answers]

type ItemOf<Page> = Page extends { items: (infer Item)[] } ? Item : never
