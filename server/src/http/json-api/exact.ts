/**
 * `Value` if none of its objects has a field that `Shape` lacks, otherwise a type to which `Value` is not assignable.
 * TypeScript accepts surplus fields that come from a spread or a variable; a response must not contain them.
 */
export type Exact<Shape, Value> = Value extends readonly (infer Item)[]
  ? readonly Exact<ItemOf<Shape>, Item>[]
  : Value extends object
    ? IsOpen<Shape> extends true
      ? Value
      : { [Name in keyof Value]: Name extends KeyOf<Shape> ? Exact<FieldOf<Shape, Name>, Value[Name]> : never }
    : Value

/** A `Record<string, …>`, whose fields the schema does not define. */
type IsOpen<Shape> = string extends KeyOf<Shape> ? true : false
type ItemOf<Shape> = Shape extends readonly (infer Item)[] ? Item : never
/** Distributes over unions, so that `null` beside an object is ignored. */
type KeyOf<Shape> = Shape extends object ? keyof Shape : never
type FieldOf<Shape, Name> = Shape extends object ? (Name extends keyof Shape ? Shape[Name] : never) : never
