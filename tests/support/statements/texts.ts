import path from 'node:path';
import { runInThisContext } from 'node:vm';
import type { Kysely } from 'kysely';
import {
  type CallExpression,
  type ForOfStatement,
  type Identifier,
  isAwaitExpression,
  isBindingElement,
  isForOfStatement,
  isFunctionDeclaration,
  isFunctionLikeDeclaration,
  isIdentifier,
  isImportDeclaration,
  isImportSpecifier,
  isMethodDeclaration,
  isNamedImports,
  isParameterDeclaration,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isTypeNode,
  isVariableDeclaration,
  isVariableDeclarationList,
  isVariableStatement,
  type Node,
  NodeFlags,
  type ParameterDeclaration,
  type SourceFile,
  SyntaxKind,
  type VariableDeclaration,
} from 'typescript/unstable/ast';
import type { Checker, Type } from 'typescript/unstable/sync';
import { transformWithOxc } from 'vite';
import type { Tables } from '#server/migrations/tables.ts';
import { sampleOf } from './samples.ts';
import { visit } from './sources.ts';

/** Needs of an expression: declarations to repeat, values of other modules, and parameters of functions around it. */
type Needs = { declarations: Map<Node, string>; imports: Map<string, Node>; given: Set<Given> };

/** A parameter, the item of a loop or an awaited value, which has another value at each run. */
type Given = ParameterDeclaration | ForOfStatement | VariableDeclaration;

export type Reading = {
  checker: Checker;
  /** Calls by the name that is called, which give parameters their values. */
  callers: ReadonlyMap<string, readonly CallExpression[]>;
  /** Examples of the arguments of functions that build a text of what a person asks, by their names. */
  examples?: Readonly<Record<string, readonly unknown[]>>;
  /** Builds queries with values of the parameters' types, for texts that do not contain these. */
  kysely?: Kysely<Tables>;
};

/** Maximum values of an expression; a text has rarely more than two. */
const most = 24;

/**
 * Returns the values that constant expressions have together, such as the name and the text of a statement: several if
 * they depend on a parameter that has a few values, or that callers give.
 * @throws when a value depends on anything that is known only at run time
 */
export async function readValues(nodes: readonly Node[], reading: Reading, depth = 0): Promise<unknown[][]> {
  if (depth > 4) throw new Error('it is given through too many functions');
  const needs: Needs = { declarations: new Map(), imports: new Map(), given: new Set() };
  const wants = (node: Identifier) => add(node, nodes, needs, reading);
  for (const node of nodes) gather(node, wants);
  const imported = await Promise.all([...needs.imports].map(([name, node]) => importOf(name, node)));
  const groups = [
    ...Map.groupBy(needs.given, (given) => (isParameterDeclaration(given) ? given.parent : given)).values(),
  ];
  let rounds: unknown[][] = [[]];
  for (const group of groups) {
    const values = await valuesGiven(group, reading, depth);
    rounds = rounds.flatMap((before) => values.map((value) => [...before, ...value])).slice(0, most);
  }
  const given = groups.flat();
  const declarations = [...needs.declarations].sort(([one], [other]) => one.pos - other.pos);
  const textsOf = (isLocal: boolean) =>
    declarations.filter(([node]) => (node.parent.kind !== SyntaxKind.SourceFile) === isLocal).map(([, text]) => text);
  const names = [...needs.imports.keys(), ...given.map((_, index) => `_given${index}`)];
  const body = [
    ...textsOf(false),
    ...given.map((one, index) => `const ${boundBy(one).getText()} = _given${index};`),
    ...textsOf(true),
    `return [${nodes.map((node) => node.getText()).join(',\n')}];`,
  ].join('\n');
  const { code } = await transformWithOxc(`((${names.join(', ')}) => {\n${body}\n})`, 'text.ts', { sourcemap: false });
  const evaluate = runInThisContext(code) as (...values: unknown[]) => unknown[];
  return rounds.map((values) => evaluate(...imported, ...values));
}

/** Calls `wants` with the names that a node reads. */
function gather(node: Node, wants: (name: Identifier) => void): void {
  if (isTypeNode(node)) return;
  if (isIdentifier(node) && isReference(node)) wants(node);
  node.forEachChild((part) => gather(part, wants));
}

function isReference(node: Identifier): boolean {
  const { parent } = node;
  if (isPropertyAccessExpression(parent)) return parent.name !== node;
  if (isPropertyAssignment(parent)) return parent.name !== node;
  if (isBindingElement(parent)) return parent.propertyName !== node && parent.name !== node;
  if (isVariableDeclaration(parent) || isParameterDeclaration(parent)) return parent.name !== node;
  return true;
}

/** Adds the declaration of a name in one of these nodes, and what that needs in turn. */
function add(node: Identifier, within: readonly Node[], needs: Needs, reading: Reading): void {
  const declared = declarationOf(node);
  const known = [...within, ...needs.declarations.keys()];
  if (!declared || known.some((outer) => contains(outer, declared))) return;
  if (isImportDeclaration(declared)) {
    needs.imports.set(node.text, declared);
  } else if (isParameterDeclaration(declared) || isForOfStatement(declared)) {
    needs.given.add(declared);
  } else if (reading.kysely && isVariableStatement(declared) && isAwaited(declared)) {
    for (const declaration of declared.declarationList.declarations) needs.given.add(declaration);
  } else {
    if (isVariableStatement(declared) && !(declared.declarationList.flags & NodeFlags.Const)) {
      throw new Error(`${node.text} changes`);
    }
    needs.declarations.set(declared, declared.getText().replace(/^export\s+/, ''));
    gather(declared, (name) => add(name, within, needs, reading));
  }
}

function contains(outer: Node, inner: Node): boolean {
  return outer.pos <= inner.pos && inner.end <= outer.end && outer.getSourceFile() === inner.getSourceFile();
}

function isAwaited(statement: Node): boolean {
  let isFound = false;
  visit(statement, (part) => {
    if (isAwaitExpression(part)) isFound = true;
  });
  return isFound;
}

/** Finds the declaration of a name: a statement of its block or file, an import, or a parameter. */
function declarationOf(node: Identifier): Node | null {
  for (let scope: Node | undefined = node.parent; scope; scope = scope.parent) {
    if (isForOfStatement(scope) && boundBy(scope) && binds(boundBy(scope), node.text)) return scope;
    if (isFunctionLikeDeclaration(scope)) {
      const parameter = scope.parameters.find(({ name }) => binds(name, node.text));
      if (parameter) return parameter;
    }
    const statements = (scope as Partial<SourceFile>).statements ?? [];
    for (const statement of statements) {
      if (isVariableStatement(statement)) {
        if (statement.declarationList.declarations.some(({ name }) => binds(name, node.text))) return statement;
      } else if (isFunctionDeclaration(statement)) {
        if (statement.name?.text === node.text) return statement;
      } else if (isImportDeclaration(statement) && importsName(statement, node.text)) return statement;
    }
  }
  return null;
}

function binds(name: Node, wanted: string): boolean {
  let isBound = false;
  visit(name, (part) => {
    if (
      isIdentifier(part) &&
      part.text === wanted &&
      !(isBindingElement(part.parent) && part.parent.initializer === part)
    )
      isBound = true;
  });
  return isBound;
}

function importsName(node: Node, wanted: string): boolean {
  if (!isImportDeclaration(node)) return false;
  let isNamed = false;
  node.importClause?.forEachChild((part) => {
    if (isIdentifier(part) && part.text === wanted) isNamed = true;
    if (isNamedImports(part)) {
      part.forEachChild((specifier) => {
        if (isImportSpecifier(specifier) && specifier.name.text === wanted) isNamed = true;
      });
    }
  });
  return isNamed;
}

async function importOf(name: string, node: Node): Promise<unknown> {
  if (!isImportDeclaration(node)) return undefined;
  const specifier = node.moduleSpecifier.getText().slice(1, -1);
  const file = specifier.startsWith('.')
    ? path.resolve(path.dirname(node.getSourceFile().fileName), specifier)
    : specifier;
  const module = await import(/* @vite-ignore */ file);
  let exported = name;
  visit(node, (part) => {
    if (isImportSpecifier(part) && part.name.text === name) exported = (part.propertyName ?? part.name).getText();
    if (part.parent === node.importClause && isIdentifier(part) && part.text === name) exported = 'default';
  });
  return module[exported];
}

/** Returns the name or the pattern that is bound. */
function boundBy(given: Given): Node {
  if (!isForOfStatement(given)) return given.name;
  const [declared] = isVariableDeclarationList(given.initializer) ? given.initializer.declarations : [];
  return declared?.name ?? given.initializer;
}

/** Returns the values that an item of a loop, or the parameters of a function, can have together. */
async function valuesGiven(group: readonly Given[], reading: Reading, depth: number): Promise<unknown[][]> {
  const [first] = group;
  if (reading.kysely) {
    const samples = samplesOf(group, reading);
    if (samples) return [samples];
  }
  if (first && isForOfStatement(first)) {
    const lists = await readValues([first.expression], reading, depth + 1);
    return lists.flatMap(([list]) => [...(list as Iterable<unknown>)].map((item) => [item]));
  }
  const parameters = group.filter(isParameterDeclaration);
  const few = parameters.map((parameter) => {
    const type = reading.checker.getTypeAtLocation(parameter.name);
    return type ? fewValues(type) : null;
  });
  const ofCallers = few.includes(null)
    ? await valuesOfCallers(parameters, reading, depth)
    : [parameters.map(() => undefined)];
  return few.reduce<unknown[][]>(
    (rounds, values, place) =>
      rounds.flatMap((round) => (values ?? [round[place]]).map((value) => round.with(place, value))),
    ofCallers,
  );
}

/** Returns the name of a function, or of the constant that it is. */
function nameOf(owner: Node): string {
  const named = isFunctionDeclaration(owner) || isMethodDeclaration(owner) ? owner.name : null;
  return (named ?? (isVariableDeclaration(owner.parent) ? owner.parent.name : null))?.getText() ?? '';
}

/** Returns a value of the type of each; null when one of them is a part of a statement's text. */
function samplesOf(group: readonly Given[], { checker, kysely }: Reading): unknown[] | null {
  try {
    return group.map((given) => {
      const type = checker.getTypeAtLocation(isParameterDeclaration(given) ? given : boundBy(given));
      return type && sampleOf(type, checker, kysely);
    });
  } catch {
    return null;
  }
}

/** Returns the arguments that calls give for these parameters of one function, as far as they are constant. */
async function valuesOfCallers(
  parameters: readonly ParameterDeclaration[],
  reading: Reading,
  depth: number,
): Promise<unknown[][]> {
  const names = parameters.map(({ name }) => name.getText()).join(', ');
  const owner = parameters[0]?.parent;
  if (!owner || !isFunctionLikeDeclaration(owner)) throw new Error(`${names} is given at run time`);
  const named = nameOf(owner);
  const places = parameters.map((parameter) => owner.parameters.indexOf(parameter));
  const example = reading.examples?.[named];
  if (example) return [places.map((place) => example[place])];
  const found: unknown[][] = [];
  let why: unknown = new Error(`${names} of ${named} is given at run time`);
  for (const call of reading.callers.get(named) ?? []) {
    try {
      const given = parameters.map(({ initializer }, index) => call.arguments[places[index] ?? 0] ?? initializer);
      const written = given.filter((argument) => argument !== undefined);
      for (const values of await readValues(written, reading, depth + 1)) {
        found.push(given.map((argument) => (argument ? values[written.indexOf(argument)] : undefined)));
      }
    } catch (error) {
      why = error;
    }
  }
  if (found.length === 0) throw why;
  return found.slice(0, most);
}

/** Returns the values of a type that has only a few: booleans and texts. */
function fewValues(type: Type): unknown[] | null {
  if (type.isUnionType()) {
    const parts = type.getTypes().map(fewValues);
    return parts.every((part) => part !== null) && parts.length <= most ? parts.flat() : null;
  }
  if (type.isStringLiteralType() || type.isBooleanLiteralType()) return [type.value];
  return null;
}
