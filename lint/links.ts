/** Checks that links and paths in the docs exist: `node lint/links.ts`. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { lineAt, readSources, report, type Source, type Violation } from './sources.ts';

/** Matches `[text](target)`, also of an image. URLs of other sites are not checked. */
const link = /\]\(([^)\s]+)\)/g;

/** Matches a path in backticks: `folder/file.ts` or `folder/`, without a placeholder. */
const namedPath = /`([\w.-]+(?:\/[\w.-]+)*(?:\/|\/[\w.-]+\.(?:tsx?|mjs|js|json|md|sql|css|html|ya?ml)))`/g;

/** Folders that a running portal or a build creates and that no checkout contains. */
const madeLater = /^(\.data|dist|node_modules|test-results|DATA_DIR)\b/;

/** @param root absolute path of the repository */
export function checkLinks(sources: readonly Source[], root: string): Violation[] {
  return sources.flatMap((source) => [...brokenLinks(source, root), ...missingPaths(source, root)]);
}

function brokenLinks({ path, text }: Source, root: string): Violation[] {
  return [...text.matchAll(link)].flatMap(({ 1: target = '', index }) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [file = '', anchor] = target.split('#');
    const absolute = file ? join(root, dirname(path), file) : join(root, path);
    const reason = !existsSync(absolute)
      ? 'there is no such file'
      : anchor && !anchorsOf(readFileSync(absolute, 'utf8')).has(anchor)
        ? 'the page has no such heading'
        : null;
    return reason ? [violation(path, lineAt(text, index), `links to ${target}`, reason)] : [];
  });
}

function missingPaths({ path, text }: Source, root: string): Violation[] {
  return [...text.matchAll(namedPath)].flatMap(({ 1: named = '', index }) => {
    if (madeLater.test(named)) return [];
    const places = [join(root, named), join(root, dirname(path), named)];
    const isThere = places.some((place) => existsSync(normalize(place)));
    return isThere ? [] : [violation(path, lineAt(text, index), `names ${named}`, 'there is no such file or folder')];
  });
}

function violation(path: string, line: number, subject: string, why: string): Violation {
  return { path, line, subject, rule: 'docs lead somewhere', why };
}

/** Returns the anchors of a page's headings, in the form of code hosts. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

if (import.meta.main) {
  const root = process.cwd();
  report('links', checkLinks(readSources(root, '', /\.md$/), root));
}
