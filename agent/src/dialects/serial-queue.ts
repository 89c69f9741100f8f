/** Runs tasks one after the other, in the order of the calls. A failed task does not stop the next one. */
export function createSerialQueue(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const result = last.then(task, task)
    last = result
    return result
  }
}
