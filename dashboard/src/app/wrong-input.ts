import type { TextId, Values } from './texts.tsx'

/** An input that is refused before anything is sent. Nothing typed is changed into what is allowed. */
export class WrongInput extends Error {
  readonly field: string
  readonly text: TextId
  readonly values: Values

  constructor(field: string, text: TextId, values: Values = {}) {
    super(text)
    this.field = field
    this.text = text
    this.values = values
  }
}
