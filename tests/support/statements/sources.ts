import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type CallExpression,
  isCallExpression,
  isFunctionDeclaration,
  isIdentifier,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
  isVariableDeclaration,
  type Node,
  type SourceFile,
  type TaggedTemplateExpression,
} from 'typescript/unstable/ast';
import { API, type Checker } from 'typescript/unstable/sync';

const root = path.resolve(import.meta.dirname, '../../..');

/** Sources with statements, as the compiler reads them: their syntax trees, and the types of what is in them. */
export type Sources = { checker: Checker; files: SourceFile[]; close(): void };

/** Lists the server's files that contain a text, tests excepted. */
export function filesWith(pattern: RegExp): string[] {
  return globSync('server/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts') && pattern.test(readFileSync(path.join(root, file), 'utf8')),
  );
}

/**
 * Reads sources and what they import; the whole repository would take six times as long.
 * @param paths paths from the repository's root
 * @param added texts of further files by their paths, which are not on the disk
 */
export function openSources(paths: readonly string[], added: Readonly<Record<string, string>> = {}): Sources {
  const config = path.join(root, 'tsconfig.statements.json');
  const { compilerOptions } = JSON.parse(readFileSync(path.join(root, 'tsconfig.json'), 'utf8'));
  const { incremental: _, tsBuildInfoFile: __, ...options } = compilerOptions;
  const texts = new Map(Object.entries(added).map(([file, text]) => [path.join(root, file), text]));
  const files = [...paths, ...Object.keys(added)].map((file) => path.join(root, file));
  texts.set(config, JSON.stringify({ compilerOptions: options, files }));
  const api = new API({
    cwd: root,
    fs: { readFile: (file) => texts.get(file), fileExists: (file) => texts.has(file) || undefined },
  });
  const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
  if (!project) throw new Error('The compiler opened no project');
  const read = files.map((file) => {
    const source = project.program.getSourceFile(file);
    if (!source) throw new Error(`${file} is not part of the project`);
    return source;
  });
  return { checker: project.checker, files: read, close: () => api.close() };
}

/** Returns a node's place: path from the repository's root, and line. */
export function placeOf(node: Node): string {
  const source = node.getSourceFile();
  const line = source.text.slice(0, node.getStart()).split('\n').length;
  return `${path.relative(root, source.fileName).replaceAll('\\', '/')}:${line}`;
}

/** Visits a node and all that it contains, in the order of the source. */
export function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  node.forEachChild((child) => visit(child, see));
}

/** Returns the last part of the name that is called: `prepared` of `db.prepared(…)`. */
function calledName({ expression }: CallExpression): string | null {
  if (isIdentifier(expression)) return expression.text;
  return isPropertyAccessExpression(expression) ? expression.name.text : null;
}

/** Finds the calls of functions and methods, by name. */
export function callsByName(files: readonly SourceFile[]): Map<string, CallExpression[]> {
  const found = new Map<string, CallExpression[]>();
  for (const file of files) {
    visit(file, (node) => {
      const name = isCallExpression(node) ? calledName(node) : null;
      if (name !== null) found.set(name, [...(found.get(name) ?? []), node as CallExpression]);
    });
  }
  return found;
}

/** A statement that Kysely sends: its text with fragments, and the call that sends it. */
export type Sent = { text: TaggedTemplateExpression; call: CallExpression };

/** Finds the statements of the form `sql<Row>…`.execute(db)`. */
export function sentTexts(callers: ReadonlyMap<string, readonly CallExpression[]>): Sent[] {
  return (callers.get('execute') ?? []).flatMap((call) => {
    const text = isPropertyAccessExpression(call.expression) ? call.expression.expression : null;
    return text && isTaggedTemplateExpression(text) && text.tag.getText() === 'sql' ? [{ text, call }] : [];
  });
}

/** Returns the name of the function or of the constant around a node, outermost. */
export function namedPlaceOf(node: Node): string {
  let named = '';
  for (let outer: Node = node; outer.parent; outer = outer.parent) {
    if ((isFunctionDeclaration(outer) || isVariableDeclaration(outer)) && outer.name) named = outer.name.getText();
  }
  return `${placeOf(node).replace(/:\d+$/, '')} ${named}`;
}
