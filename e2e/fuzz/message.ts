export type Header = [name: string, value: string]

/** Bytes for one connection: usually one HTTP request. */
export type Message = {
  /** The figures count messages by kind. */
  kind: string
  bytes: Buffer
  /** The methods of the requests in it, in order. */
  methods: string[]
  /**
   * The message follows HTTP, so the server must answer each request. After any other message, the client closes its
   * side of the connection, because the server may wait for more bytes.
   */
  answerRequired: boolean
  /** Offsets at which the message is split into several writes. */
  cuts?: number[]
  /** The client closes the connection at once, without reading an answer. */
  abandons?: boolean
}
