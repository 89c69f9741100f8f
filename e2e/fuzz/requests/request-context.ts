import type { ValueContext } from './make-value.ts'

/** Text whose characters are the bytes that are sent. `isValid`: HTTP allows it. */
export type Part = { text: string; isValid: boolean }

/** True with this probability if the request has a fault, and never for a valid request. */
export type Odd = (probability: number) => boolean

export type RequestContext = ValueContext & { isValid: boolean; odd: Odd; secret: string; isAuthorized: boolean }
