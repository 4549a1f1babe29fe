import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { importsOf } from '../lint/imports.ts';
import { domains, fits, noTests } from '../lint/paths.ts';
import { readSources } from '../lint/sources.ts';

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[]; isDynamicEntry?: boolean };

const entry = 'index.html';
const dashboard = 'pages/dashboard/DashboardScreen.tsx';
const folder = resolve('dist/web/browser');
let manifest: Record<string, Chunk>;

beforeAll(() => {
  // `npm test` has built the app before; a run of this file alone builds it when a source has changed.
  execFileSync(process.execPath, [resolve('scripts/build-web.mjs'), '--if-changed']);
  manifest = JSON.parse(read('.vite/manifest.json'));
});

test('no build has the page of components, which npm run dev serves', () => {
  expect(readdirSync('web/components-page')).toContain('main.tsx');
  const files = readdirSync('dist/web', { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.includes('components-page'))).toEqual([]);
  expect(Object.keys(manifest).filter((source) => source.includes('components-page'))).toEqual([]);
  // These words are on the page of components only, on no screen of the app.
  const texts = files.filter((file) => file.endsWith('js')).map((file) => readFileSync(join('dist/web', file), 'utf8'));
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter((text) => text.includes('unavailable, with a reason'))).toEqual([]);
  expect(readFileSync('web/components-page/buttons.tsx', 'utf8')).toContain('unavailable, with a reason');
});

test('the signed-in dashboard first loads at most 160 kB of JavaScript, compressed', () => {
  const own = gzipSync([...read(entry).matchAll(/<script>(.*?)<\/script>/gs)].join('')).length / 1000;
  expect(own + kilobytes(filesOf([entry, dashboard]))).toBeLessThanOrEqual(160);
});

test('the signed-in dashboard first loads at most 15 kB of styles, compressed', () => {
  const styles = new Set([...chunksOf([entry, dashboard])].flatMap((name) => manifest[name]?.css ?? []));
  expect(styles.size).toBeGreaterThan(0);
  expect(kilobytes([...styles])).toBeLessThanOrEqual(15);
});

test("the stylesheet of administrators' screens has all classes, and needs no value that the first one does not define", () => {
  const [first = ''] = manifest[entry]?.css?.map(read) ?? [];
  const later = Object.values(manifest).flatMap(({ name, css = [] }) => (name === 'AdminOnly' ? css.map(read) : []));
  const classesOf = (sheet: string) => new Set(sheet.match(/(?<=[{},])\.(?:[\w-]|\\.)+/g));
  const [shown, missing] = [classesOf(later.join('')), [...classesOf(first)]];
  // `.lucide` is the only class that is no utility.
  expect(missing.filter((name) => !shown.has(name))).toEqual(['.lucide']);
  expect(shown.size).toBeGreaterThan(classesOf(first).size + 20);
  const defined = new Set(first.match(/--[\w-]+(?=:)/g));
  const used = [...later.join('').matchAll(/var\((--(?!tw-|radix-)[\w-]+)\)/g)].map(([, name = '']) => name);
  expect([...new Set(used)].filter((name) => !defined.has(name))).toEqual([]);
});

test("members' first screens use no parts of administrators and organisations, whose classes they do not load", () => {
  const styles = readFileSync('web/styles/members.css', 'utf8');
  const folders = [...styles.matchAll(/@source not "\.\.\/([^".]+)"/g)].map(([, name]) => `web/${name}/**`);
  expect(folders).toHaveLength(6);
  const others = readSources('.').filter(
    ({ path }) => fits(path, `web/{${domains}}/** ${noTests} !web/*/*/routes.ts`) && !fits(path, folders.join(' ')),
  );
  expect(others.length).toBeGreaterThan(100);
  const bringsClasses = (path: string) => /^import '.*\/ui\/all-classes\.css';$/m.test(readFileSync(path, 'utf8'));
  const parts = others.flatMap((source) =>
    importsOf(source)
      .filter(({ target }) => target?.endsWith('.tsx') && fits(target, folders.join(' ')) && !bringsClasses(target))
      .map(({ target }) => `${source.path} imports ${target}`),
  );
  expect(parts).toEqual([]);
});

test('each screen loads at most 45 kB of JavaScript beyond the shell, compressed', () => {
  const shell = filesOf([entry]);
  const screens = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry && name.endsWith('Screen.tsx'));
  const beyond = screens.map((name) => ({
    name,
    size: kilobytes(filesOf([name]).filter((file) => !shell.includes(file))),
  }));
  expect(screens).toContain('catalogue/search/BrowseScreen.tsx');
  expect(beyond.filter(({ size }) => size > 45)).toEqual([]);
});

test('the viewer of PDF files loads at most 140 kB of JavaScript when it is opened, compressed, beside its worker', () => {
  const shell = filesOf([entry]);
  const viewer = filesOf(['learning/library/viewer/PdfViewer.tsx']).filter((file) => !shell.includes(file));
  expect(kilobytes(viewer)).toBeLessThanOrEqual(140);
});

test('the text editor loads at most 160 kB of JavaScript beyond the form around it, compressed', () => {
  const opened = (name: string) =>
    Object.keys(manifest).filter((file) => manifest[file]?.isDynamicEntry && file.endsWith(name));
  const form = filesOf([entry, ...opened('publishing/ResourceEditor.tsx')]);
  const editor = filesOf(opened('articles/ArticleEditor.tsx')).filter((file) => !form.includes(file));
  expect(editor).not.toEqual([]);
  expect(kilobytes(editor)).toBeLessThanOrEqual(160);
});

/** Returns the chunks that load together with these: their imports, and the imports of those. */
function chunksOf(names: string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue;
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}`);
    found.add(name);
    chunksOf(chunk.imports ?? [], found);
  }
  return found;
}

function filesOf(names: string[]): string[] {
  return [...chunksOf(names)].map((name) => manifest[name]?.file ?? '');
}

function kilobytes(files: string[]): number {
  const bytes = files.map((file) => gzipSync(readFileSync(join(folder, file))).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}

function read(file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}
