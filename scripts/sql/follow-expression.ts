import ts from 'typescript'

/** What the parameters of the functions in between were called with. */
export type Scope = ReadonlyMap<ts.Symbol, Binding>
/** Looked up when it is needed, because most parameters are plain values. */
type Binding = (reader: Reader) => Located
/** An expression, and the scope in which its parameters have values. */
export type Located = { node: ts.Expression; scope: Scope }

export type Reader = {
  checker: ts.TypeChecker
  /** Picks one of several possible expressions; every one is picked in one of the variants of a statement. */
  choose: (options: Located[], at: ts.Node) => Located
}

/** The value of an expression depends on something that the source code does not fix. */
export class UnresolvedError extends Error {
  constructor(node: ts.Node, reason = 'is not a constant') {
    super(`\`${node.getText().replace(/\s+/g, ' ').slice(0, 60)}\` ${reason}`)
  }
}

/** The value of a parameter is needed, so the statement must be read from the calls of its function. */
export class UnboundParameterError extends Error {
  readonly parameter: ts.ParameterDeclaration
  constructor(parameter: ts.ParameterDeclaration) {
    super(`the parameter \`${parameter.name.getText()}\` has no value here`)
    this.parameter = parameter
  }
}

/** Follows names, members, conditions and calls until it reaches a literal, a template, or a call of a library. */
export function followExpression(reader: Reader, { node, scope }: Located): Located {
  const follow = (next: ts.Expression, inScope = scope) => followExpression(reader, { node: next, scope: inScope })
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isAwaitExpression(node) ||
    ts.isNonNullExpression(node)
  ) {
    return follow(node.expression)
  }
  if (ts.isIdentifier(node)) return followExpression(reader, valueOf(reader, node, scope))
  if (ts.isConditionalExpression(node)) return chooseFrom(reader, [node.whenTrue, node.whenFalse], { node, scope })
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
    return chooseFrom(reader, [node.left, node.right], { node, scope })
  }
  if (ts.isPropertyAccessExpression(node)) {
    return followExpression(reader, memberOf(reader, follow(node.expression), node.name.text))
  }
  if (ts.isElementAccessExpression(node)) {
    const options = entriesOf(reader, follow(node.expression))
    return followExpression(reader, reader.choose(options, node))
  }
  const called = ts.isCallExpression(node) ? functionOf(reader.checker, node) : undefined
  if (called && ts.isCallExpression(node)) {
    const inside = bindArguments(called, node.arguments, { checker: reader.checker, scope })
    return chooseFrom(reader, returnsOf(called), { node, scope: inside })
  }
  return { node, scope }
}

/** The elements of an array. An element that a condition can leave out is taken. */
export function elementsOf(reader: Reader, located: Located): Located[] {
  const { node, scope } = located
  if (ts.isConditionalExpression(node)) {
    const branches = [node.whenTrue, node.whenFalse].map((branch) => ({ node: branch, scope }))
    const filled = branches.filter((branch) => !isEmptyList(branch.node))
    return elementsOf(reader, reader.choose(filled, node))
  }
  if (ts.isParenthesizedExpression(node)) return elementsOf(reader, { node: node.expression, scope })
  if (ts.isArrayLiteralExpression(node)) {
    return node.elements.flatMap((element) =>
      ts.isSpreadElement(element)
        ? elementsOf(reader, { node: element.expression, scope })
        : [{ node: element, scope }],
    )
  }
  const mapped =
    ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) ? node.expression : undefined
  if (mapped?.name.text === 'map' && ts.isCallExpression(node)) return mapElements(reader, mapped, node, scope)
  const followed = followExpression(reader, located)
  if (followed.node === node) throw new UnresolvedError(node, 'is not a constant list')
  return elementsOf(reader, followed)
}

function isEmptyList(node: ts.Expression): boolean {
  return ts.isArrayLiteralExpression(node) && node.elements.length === 0
}

function mapElements(
  reader: Reader,
  { expression }: ts.PropertyAccessExpression,
  call: ts.CallExpression,
  scope: Scope,
): Located[] {
  const [callback] = call.arguments
  const body = callback && functionBehind(reader, callback)
  if (!body) throw new UnresolvedError(call)
  return elementsOf(reader, { node: expression, scope }).map((element) => {
    const [parameter] = body.parameters
    const inside = new Map(scope)
    if (parameter) bind(reader.checker, parameter.name, () => element, inside)
    return chooseFrom(reader, returnsOf(body), { node: call, scope: inside })
  })
}

/** The value of a member of an object. */
function memberOf(reader: Reader, { node, scope }: Located, name: string): Located {
  if (!ts.isObjectLiteralExpression(node)) throw new UnresolvedError(node, `is not a constant object with \`${name}\``)
  for (const property of [...node.properties].toReversed()) {
    if (ts.isSpreadAssignment(property)) {
      return memberOf(reader, followExpression(reader, { node: property.expression, scope }), name)
    }
    if (property.name?.getText() !== name) continue
    if (ts.isPropertyAssignment(property)) return { node: property.initializer, scope }
    if (ts.isShorthandPropertyAssignment(property)) return { node: property.name, scope }
  }
  throw new UnresolvedError(node, `has no \`${name}\``)
}

function entriesOf(reader: Reader, located: Located): Located[] {
  const { node, scope } = located
  if (!ts.isObjectLiteralExpression(node)) return elementsOf(reader, located)
  return node.properties.flatMap((property) =>
    ts.isPropertyAssignment(property) ? [{ node: property.initializer, scope }] : [],
  )
}

function valueOf(reader: Reader, name: ts.Identifier, scope: Scope): Located {
  const symbol = symbolOf(reader, name)
  const bound = symbol && scope.get(symbol)
  if (bound) return bound(reader)
  const declaration = symbol?.valueDeclaration
  if (!declaration) throw new UnresolvedError(name)
  if (ts.isVariableDeclaration(declaration)) {
    if (declaration.initializer) return { node: declaration.initializer, scope }
    return loopElement(reader, declaration, scope)
  }
  if (ts.isParameter(declaration)) throw new UnboundParameterError(declaration)
  if (ts.isBindingElement(declaration)) return destructured(reader, declaration, scope)
  throw new UnresolvedError(name)
}

function symbolOf({ checker }: Reader, name: ts.Identifier): ts.Symbol | undefined {
  const symbol = ts.isShorthandPropertyAssignment(name.parent)
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name)
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

function destructured(reader: Reader, element: ts.BindingElement, scope: Scope): Located {
  const holder = element.parent.parent
  if (ts.isParameter(holder)) throw new UnboundParameterError(holder)
  if (ts.isBindingElement(holder) || element.dotDotDotToken) throw new UnresolvedError(element)
  const whole = holder.initializer
    ? followExpression(reader, { node: holder.initializer, scope })
    : followExpression(reader, loopElement(reader, holder, scope))
  return partOf(reader, element, whole)
}

function partOf(reader: Reader, element: ts.BindingElement, whole: Located): Located {
  if (ts.isObjectBindingPattern(element.parent)) {
    return memberOf(reader, whole, (element.propertyName ?? element.name).getText())
  }
  const found = elementsOf(reader, whole)[element.parent.elements.indexOf(element)]
  if (!found) throw new UnresolvedError(element)
  return found
}

function loopElement(reader: Reader, declaration: ts.VariableDeclaration, scope: Scope): Located {
  const loop = declaration.parent.parent
  if (!ts.isForOfStatement(loop)) throw new UnresolvedError(declaration, 'is assigned later')
  return reader.choose(elementsOf(reader, { node: loop.expression, scope }), declaration)
}

type Callable = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction

/** The function that a call calls, if it is written in this project. */
export function functionOf(checker: ts.TypeChecker, call: ts.CallExpression): Callable | undefined {
  const declaration = checker.getResolvedSignature(call)?.declaration
  return declaration && isCallable(declaration) && declaration.body ? declaration : undefined
}

function functionBehind(reader: Reader, expression: ts.Expression): Callable | undefined {
  if (isCallable(expression)) return expression
  const declaration = ts.isIdentifier(expression) ? symbolOf(reader, expression)?.valueDeclaration : undefined
  if (declaration && isCallable(declaration)) return declaration
  const initializer = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined
  return initializer && isCallable(initializer) ? initializer : undefined
}

function isCallable(node: ts.Node): node is Callable {
  return ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isArrowFunction(node)
}

/** The scope inside of a function that is called with these arguments. */
export function bindArguments(
  called: ts.SignatureDeclaration,
  values: readonly ts.Expression[],
  { checker, scope }: { checker: ts.TypeChecker; scope: Scope },
): Scope {
  const inside = new Map(scope)
  called.parameters.forEach((parameter, i) => {
    const node = values[i] ?? parameter.initializer
    if (node) bind(checker, parameter.name, () => ({ node, scope }), inside)
  })
  return inside
}

function bind(checker: ts.TypeChecker, name: ts.BindingName, value: Binding, into: Map<ts.Symbol, Binding>): void {
  if (ts.isIdentifier(name)) {
    const symbol = checker.getSymbolAtLocation(name)
    if (symbol) into.set(symbol, value)
    return
  }
  for (const element of name.elements) {
    if (ts.isOmittedExpression(element) || element.dotDotDotToken) continue
    bind(checker, element.name, (reader) => partOf(reader, element, followExpression(reader, value(reader))), into)
  }
}

function returnsOf(called: Callable): ts.Expression[] {
  if (!called.body) return []
  if (!ts.isBlock(called.body)) return [called.body]
  const found: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression)
    else if (!isCallable(node)) ts.forEachChild(node, visit)
  }
  visit(called.body)
  return found
}

function chooseFrom(reader: Reader, nodes: ts.Expression[], { node: at, scope }: Located): Located {
  const options = nodes.filter((node) => node.getText() !== 'undefined').map((node) => ({ node, scope }))
  return followExpression(reader, reader.choose(options, at))
}
