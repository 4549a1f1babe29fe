import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { type ImportDeclarationSpecifier, parseSync, Visitor } from 'oxc-parser';
import { lineAt, type Source } from './sources.ts';

/**
 * One import of a file. `target` is a path of the repository, `npm:<package>` or `node:<module>`; null when the name is
 * computed. `typeOnly` is true only if the compiler removes the import: `import { type X }` still loads its module.
 * `names` are those under which the module exports what is imported; null for anything but a list of names.
 */
export type Import = { target: string | null; typeOnly: boolean; names: string[] | null; line: number };

/**
 * Returns the imports of a file: static, dynamic, by re-export, by `require` or in a type.
 * @throws when the file cannot be parsed
 */
export function importsOf(source: Source): Import[] {
  const { program, errors } = parseSync(source.path, source.text);
  if (errors[0]) throw new Error(`${source.path} cannot be read: ${errors[0].message}`);
  const found: Import[] = [];
  const add = (node: { start: number }, from: unknown, typeOnly: boolean, names: string[] | null = null) =>
    found.push({ target: resolve(source.path, nameIn(from)), typeOnly, names, line: lineAt(source.text, node.start) });
  new Visitor({
    ImportDeclaration: (node) => add(node, node.source, node.importKind === 'type', namesOf(node.specifiers)),
    ExportAllDeclaration: (node) => add(node, node.source, node.exportKind === 'type'),
    ExportNamedDeclaration: (node) => node.source && add(node, node.source, node.exportKind === 'type'),
    ImportExpression: (node) => add(node, node.source, false),
    TSImportType: (node) => add(node, node.source, true),
    TSExternalModuleReference: (node) => add(node, node.expression, false),
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'require') add(node, node.arguments[0], false);
    },
  }).visit(program);
  return found;
}

function namesOf(specifiers: readonly ImportDeclarationSpecifier[]): string[] | null {
  const named = specifiers.filter((specifier) => specifier.type === 'ImportSpecifier');
  if (named.length === 0 || named.length < specifiers.length) return null;
  return named.map(({ imported }) => (imported.type === 'Literal' ? imported.value : imported.name));
}

function nameIn(node: unknown): string | null {
  // Only these two forms have a fixed text; every other node counts as computed.
  const part = node as { type?: string; value?: unknown; quasis?: { value: { cooked: string | null } }[] } | undefined;
  if (part?.type === 'TemplateLiteral' && part.quasis?.length === 1) return part.quasis[0]?.value.cooked ?? null;
  return typeof part?.value === 'string' ? part.value : null;
}

function resolve(importer: string, name: string | null): string | null {
  if (name === null) return null;
  const plain = name.replace(/\?.*$/, '');
  if (plain.startsWith('.')) return posix.normalize(posix.join(posix.dirname(importer), plain));
  if (/^#(contract|demo|quality|server|stand-ins|tests|web)\//.test(plain)) return plain.slice(1);
  if (plain.startsWith('@rapp/')) return plain.replace('@rapp/', 'packages/');
  if (isBuiltin(plain)) return plain.startsWith('node:') ? plain : `node:${plain}`;
  return `npm:${plain}`;
}
