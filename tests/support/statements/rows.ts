import { type CallExpression, isVariableDeclaration, type SourceFile } from 'typescript/unstable/ast';
import { type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync';
import { visit } from './sources.ts';

/** A kind of values; `other` is an object that only JSON has. */
export type Kind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'Date'
  | 'Buffer'
  | 'array'
  | 'other'
  | 'anything'
  | 'null'
  | 'undefined';

/** A declared column: what it can be, and for an array what its elements can be. */
export type Declared = { kinds: ReadonlySet<Kind>; elements: ReadonlySet<Kind>; types: Type[] };

/** Columns of a row type by name; null when the statement's caller reads none. */
export type DeclaredRow = ReadonlyMap<string, Declared> | null;

/** Reads a row type, of a union all columns: one that a part of it lacks is declared as undefined too. */
export function rowOf(type: Type, checker: Checker): DeclaredRow {
  if (type.flags & (TypeFlags.TypeParameter | TypeFlags.Any)) throw new Error('its rows have a type that callers give');
  const row = new Map<string, Declared>();
  const parts = type.isUnionType() ? type.getTypes() : [type];
  const names = parts.map((part) => {
    const properties = checker.getPropertiesOfType(part);
    const types = checker.getTypeOfSymbol(properties);
    for (const [index, property] of properties.entries()) {
      const of = types[index];
      if (!of) throw new Error(`${property.name} has no type`);
      const { kinds, elements, types: before } = row.get(property.name) ?? { kinds: [], elements: [], types: [] };
      const isOptional = (property.flags & SymbolFlags.Optional) !== 0;
      row.set(property.name, {
        kinds: new Set([...kinds, ...kindsOf(of, checker), ...(isOptional ? ['undefined' as const] : [])]),
        elements: new Set([...elements, ...elementsOf(of, checker)]),
        types: [...before, of],
      });
    }
    return new Set(properties.map(({ name }) => name));
  });
  for (const [name, { kinds, ...declared }] of row) {
    if (names.every((others) => others.has(name))) continue;
    row.set(name, { ...declared, kinds: new Set([...kinds, 'undefined' as const]) });
  }
  return row.size === 0 ? null : row;
}

/** Returns the row type of a call: `Row` of `Promise<Row[]>`. */
export function rowTypeOf(call: CallExpression, checker: Checker): Type {
  const argumentOf = (type: Type | undefined) =>
    type?.isTypeReference() ? checker.getTypeArguments(type)[0] : undefined;
  const type = argumentOf(argumentOf(checker.getTypeAtLocation(call)));
  if (!type) throw new Error('the call has no row type');
  return type;
}

function kindsOf(type: Type, checker: Checker): Kind[] {
  const { flags } = type;
  if (type.isUnionType()) return type.getTypes().flatMap((part) => kindsOf(part, checker));
  if (flags & (TypeFlags.Any | TypeFlags.Unknown)) return ['anything'];
  if (flags & TypeFlags.StringLike) return ['string'];
  if (flags & TypeFlags.NumberLike) return ['number'];
  if (flags & TypeFlags.BooleanLike) return ['boolean'];
  if (flags & TypeFlags.Null) return ['null'];
  if (flags & TypeFlags.Undefined) return ['undefined'];
  if (type.isIntersectionType()) {
    const [first] = type
      .getTypes()
      .flatMap((part) => kindsOf(part, checker))
      .filter((kind) => kind !== 'other');
    return [first ?? 'other'];
  }
  if (checker.isArrayLikeType(type)) return ['array'];
  const name = type.getSymbol()?.name;
  return [name === 'Date' || name === 'Buffer' ? name : 'other'];
}

function elementsOf(type: Type, checker: Checker): Kind[] {
  const parts = type.isUnionType() ? type.getTypes() : [type];
  return parts
    .flatMap((part) => (checker.isArrayLikeType(part) && part.isTypeReference() ? checker.getTypeArguments(part) : []))
    .flatMap((element) => kindsOf(element, checker));
}

/** Path and text of a source that has the type of each column, by table and name. */
export const columnsSource = {
  'server/statement-columns.ts': `import type { Selectable } from 'kysely';
    import type { Tables } from '#server/migrations/tables.ts';
    export declare const statementColumns: { [Table in keyof Tables]: Selectable<Tables[Table]> };`,
};

/** Returns the words of a declared type, and the type of a table's column if the declared one lacks some of its values. */
export type Narrower = {
  wordsOf(declared: Declared): string;
  typeOf(origin: string, declared: Declared): string | null;
};

export function columnTypes(files: readonly SourceFile[], checker: Checker): Narrower {
  const source = files.find(({ fileName }) => Object.keys(columnsSource).some((path) => fileName.endsWith(path)));
  let columns: Type | undefined;
  if (source) {
    visit(source, (node) => {
      if (isVariableDeclaration(node)) columns = checker.getTypeAtLocation(node.name);
    });
  }
  const propertyOf = (type: Type | undefined, name: string): Type | undefined => {
    const property = type && checker.getPropertyOfType(type, name);
    return property && checker.getTypeOfSymbol(property);
  };
  const known = new Map<string, Type | undefined>();
  const find = (origin: string): Type | undefined => {
    const [table = '', name = ''] = origin.split('.');
    const type = propertyOf(propertyOf(columns, table), name);
    return type && checker.getNonNullableType(type);
  };
  return {
    wordsOf: ({ types }) => types.map((type) => checker.typeToString(type)).join(' | '),
    typeOf: (origin, { types }) => {
      if (!known.has(origin)) known.set(origin, find(origin));
      const type = known.get(origin);
      if (!type || types.some((declared) => checker.isTypeAssignableTo(type, declared))) return null;
      return checker.typeToString(type);
    },
  };
}
