import { busy } from '../../errors.ts'

export type Admission = { admit: <T>(work: () => Promise<T>) => Promise<T> }

/** So many calls of a kind at once. Beyond that an early refusal is better than a late one. */
export function createAdmission(most: number): Admission {
  let inside = 0
  return {
    admit(work) {
      if (inside >= most) return Promise.reject(busy())
      inside++
      return work().then(
        (answer) => {
          inside--
          return answer
        },
        (error: unknown) => {
          inside--
          throw error
        },
      )
    },
  }
}
