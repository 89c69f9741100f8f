import { createContext, useContext } from 'react'

export type WithProof = <T>(work: () => Promise<T>) => Promise<T>

export const ProofContext = createContext<WithProof>((work) => work())

/** Runs work. If the API wants a recent proof of identity, asks for it in place and runs the work again. */
export function useProof(): WithProof {
  return useContext(ProofContext)
}
