import type pg from 'pg'

export type ResultColumn = { name: string; typeId: number; tableId: number; columnNo: number }

type Connection = {
  parse: (query: { name: string; text: string; types: number[] }, more: boolean) => void
  describe: (message: { type: 'S'; name: string }, more: boolean) => void
  sync: () => void
}
type RowDescription = { fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[] }

/** The columns that a statement returns. PostgreSQL parses and plans it as it would for the driver, and does not run it. */
export function describeStatement(client: pg.ClientBase, text: string): Promise<ResultColumn[]> {
  return new Promise((resolve, reject) => {
    let columns: ResultColumn[] = []
    client.query({
      submit(connection: unknown) {
        const wire = connection as Connection
        wire.parse({ name: '', text, types: [] }, true)
        wire.describe({ type: 'S', name: '' }, true)
        wire.sync()
      },
      handleRowDescription({ fields }: RowDescription) {
        columns = fields.map((field) => ({
          name: field.name,
          typeId: field.dataTypeID,
          tableId: field.tableID,
          columnNo: field.columnID,
        }))
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    } as unknown as pg.Submittable)
  })
}
