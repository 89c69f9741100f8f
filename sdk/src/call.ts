/** Describes how to send a call: method, path, and where each input goes. */
export type CallShape = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: string[]
  hasBody?: true
  hasFile?: true
  isList?: true
  takesKey?: true
}

export type CallOptions = {
  /** For edits: the version that you have read, as an ETag or as an object with a `version`. `*` accepts any version. */
  ifMatch?: string | { version: number }
  /**
   * For writes: your own key, to continue after a crash. By default, each call gets a new key for all of its attempts.
   * `null` sends no key and makes one attempt only, for a platform without storage for repeated responses.
   */
  idempotencyKey?: string | null
  /** For baskets and orders of the storefront API: their token. */
  token?: string
  signal?: AbortSignal
}

export type Call<Data, Responses> = (...args: Arguments<InputOf<Data>>) => Promise<BodyOf<Responses>>

export type ListCall<Data, Responses> = Call<Data, Responses> & {
  /** Iterates over all items of the list. Pages are fetched as they are needed. */
  each: (...args: Arguments<InputOf<Data>>) => AsyncIterable<ItemOf<BodyOf<Responses>>>
}

type Arguments<Input> = object extends Input
  ? [input?: Input, options?: CallOptions]
  : [input: Input, options?: CallOptions]

/** A call whose body is a file. Its input has the file as `file`. */
export type WithFile<Data> = Omit<Data, 'body'> & { body: { file: Blob } }

/** Path, query and body in one object. */
type InputOf<Data> = PartOf<Data, 'path'> & PartOf<Data, 'query'> & PartOf<Data, 'body'>

type PartOf<Data, Name extends string> = Data extends { [name in Name]?: infer Part }
  ? [Exclude<Part, undefined>] extends [never]
    ? object
    : Exclude<Part, undefined>
  : object

/** The bodies of all success statuses. A status without a documented body has none. */
type BodyOf<Responses> = unknown extends Responses[keyof Responses] ? void : Responses[keyof Responses]

type ItemOf<Page> = Page extends { items: (infer Item)[] } ? Item : never
