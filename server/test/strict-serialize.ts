import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from 'typebox'
import type { Serialize } from '../src/http/json-api/serialize.ts'

/**
 * Wraps the serializer of the management API. A handler that returns a field that its schema does not declare makes the
 * next call of `requireExact` fail, although the field was not sent.
 */
export function createStrictSerialize(serialize: Serialize) {
  const faults: string[] = []
  return {
    serialize: (schema: TSchema, value: unknown): string => {
      const text = serialize(schema, value)
      const returned = JSON.parse(JSON.stringify(value)) as unknown
      if (!isDeepStrictEqual(JSON.parse(text), returned)) {
        faults.push(`a handler returned fields that its schema does not declare: ${JSON.stringify(returned)}`)
      }
      return text
    },
    requireExact: (): void => {
      const [fault] = faults.splice(0)
      if (fault !== undefined) throw new Error(fault)
    },
  }
}
