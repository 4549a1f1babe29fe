import { type Checker, type Type, TypeFlags } from 'typescript/unstable/sync';

/** Maximum properties of an object that is made for a type; the server's own objects have more. */
const most = 60;

/**
 * Makes a value of a type for a parameter of a statement: of a union the first that is not null.
 * @param kysely builds queries, in the place of a database
 * @throws when the value would be a part of the statement's text
 */
export function sampleOf(type: Type, checker: Checker, kysely: unknown, depth = 0): unknown {
  if (type.isUnionType()) {
    const parts = type.getTypes();
    const part = parts.find(({ flags }) => !(flags & (TypeFlags.Null | TypeFlags.Undefined))) ?? parts[0];
    return part && sampleOf(part, checker, kysely, depth);
  }
  if (type.isStringLiteralType() || type.isNumberLiteralType() || type.isBooleanLiteralType()) return type.value;
  if (type.flags & TypeFlags.StringLike) return 'a';
  if (type.flags & TypeFlags.NumberLike) return 1;
  if (type.flags & TypeFlags.BooleanLike) return true;
  if (type.flags & TypeFlags.Null) return null;
  const name = type.getSymbol()?.name;
  if (name === 'Date') return new Date(0);
  if (name === 'Buffer') return Buffer.of(0);
  if (name === 'Map' || name === 'ReadonlyMap') return new Map();
  if (checker.isArrayLikeType(type)) {
    const [element] = type.isTypeReference() ? checker.getTypeArguments(type) : [];
    return element ? [sampleOf(element, checker, kysely, depth + 1)] : [];
  }
  if (!(type.flags & (TypeFlags.Object | TypeFlags.Intersection)) || depth > 3) return undefined;
  const properties = checker.getPropertiesOfType(type);
  if (properties.some((property) => property.name === 'toOperationNode'))
    throw new Error('a part of its text is given');
  if (properties.some((property) => property.name === 'kysely')) return { kysely };
  if (properties.length > most) return undefined;
  const types = checker.getTypeOfSymbol(properties);
  return Object.fromEntries(
    properties.map((property, index) => {
      const of = types[index];
      return [property.name, of && sampleOf(of, checker, kysely, depth + 1)];
    }),
  );
}
