import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { importsOf } from '../lint/imports.ts';
import { fits } from '../lint/paths.ts';

/** Programs of an image. The image has every file that they load. */
const commands = [
  'server/app/main.ts',
  ...['administrator', 'badge-key', 'check', 'copy-files', 'migrate', 'move-data', 'upgrade-check'].map(
    (name) => `server/commands/${name}.ts`,
  ),
];

/** Modules that only demo mode imports. An image is for production. */
const demoOnly = 'demo/history.ts stand-ins/** packages/payment-sandbox packages/payment-sandbox/**';

/** Files that the portal reads by path, so that no import names them. */
const byPath = ['dist/web', 'server/migrations', 'server/platform/files/fonts', 'demo/content', 'deploy/healthy.mjs'];

/** Files that no program reads. Licences are not among them. */
const unread =
  '**/*.test.{ts,js} node_modules/**/test/** **/*.map **/README.md **/CHANGELOG.md **/*.d.{ts,mts,cts} **/portal-at-*.sql ' +
  '**/releases/*.sql ' +
  // Files of packages for browsers, bundlers and the packages' developers.
  'node_modules/**/.*/** node_modules/**/.* node_modules/**/*.{ts,tsx} node_modules/**/{benchmarks,examples}/** ' +
  'node_modules/**/{HISTORY,SECURITY,CONTRIBUTING}.md node_modules/**/{umd,iife,dist-es}/** ' +
  'node_modules/pdfkit/js/*{browser,standalone,old}* node_modules/fontkit/dist/{browser*,main.cjs} ' +
  'node_modules/culori/bundled/** node_modules/stripe/cjs/** node_modules/**/undici/docs/** ' +
  'node_modules/jsonld/dist/** node_modules/pako/{lib/**,dist/*.js} node_modules/brotli/{build,enc}/** node_modules/yaml/browser/** ' +
  'node_modules/csv-parse/dist/** node_modules/{zod,@modelcontextprotocol}/**/*.cjs ' +
  'node_modules/fastify/docs/** node_modules/fontkit/src/** node_modules/@zxcvbn-ts/language-common/{src/**,dist/*.mjs} ' +
  'node_modules/@simplewebauthn/server/script/** node_modules/@peculiar/*/build/es2015/** ' +
  'node_modules/lru-cache/dist/*/{browser,react-native}/** ' +
  'node_modules/tsyringe/dist/esm*/** node_modules/scim-patch/{src,example}/** node_modules/@swc/helpers/{cjs,src,scripts}/** ' +
  'node_modules/@peculiar/x509/build/x509{.es,}.js node_modules/otpauth/dist/*{umd,slim,bare,min}* node_modules/otpauth/dist/otpauth.esm.js ' +
  // The library of metrics loads the API by `require`; the other packages of OpenTelemetry are only imported.
  'node_modules/@opentelemetry/{core,exporter-*,otlp-*,resources,sdk-*,semantic-conventions}/**/*.cjs ' +
  'node_modules/@opentelemetry/semantic-conventions/dist/{experimental,index-incubating}* ' +
  'node_modules/pdfjs-dist/{build,web,image_decoders}/** node_modules/pdfjs-dist/legacy/{web,image_decoders}/** ' +
  'node_modules/pdfjs-dist/**/*.{min,sandbox}.mjs';

/**
 * The fonts of packages that an image has are those that the portal's sources name, and those for PDFs without embedded
 * fonts. The others are left out, because they are large.
 */
const ofPdfs = 'node_modules/pdfjs-dist/standard_fonts/';
const font = /[\w-]+\.(?:ttf|otf)/g;

/**
 * Returns every file that a production portal reads, as paths of the repository: its sources, found by following the
 * commands' imports, the built web app, and the packages of these sources with their dependencies.
 */
export function imageFiles(root: string): string[] {
  const { sources, packages } = follow(root);
  const fonts = new Set(sources.flatMap((path) => readText(root, path).match(font) ?? []));
  const isRead = (path: string) =>
    !fits(path, unread) &&
    (!path.endsWith('tf') ||
      !path.startsWith('node_modules/') ||
      path.startsWith(ofPdfs) ||
      fonts.has(posix.basename(path)));
  const found = [...byPath, ...packagesOf(root, packages)].flatMap((name) => filesIn(root, name));
  return [...new Set(['package.json', ...sources, ...found])].filter(isRead).sort();
}

/**
 * Returns the repository's sources that the commands import, directly or not, and the names of the packages that they
 * load.
 */
function follow(root: string): { sources: string[]; packages: Set<string> } {
  const sources = new Set(commands);
  const packages = new Set<string>();
  // The loop also visits the elements that are added to the set during the loop.
  for (const path of sources) {
    if (!/\.[cm]?[jt]s$/.test(path)) continue;
    const text = readText(root, path);
    for (const [, name = ''] of text.matchAll(/require\.resolve\('([^']+)'\)/g)) packages.add(name);
    // Files that are started as threads.
    for (const [, name = ''] of text.matchAll(/new URL\('(\.\/[^']+\.ts)', import\.meta\.url\)/g)) {
      sources.add(posix.join(posix.dirname(path), name));
    }
    for (const { target, typeOnly } of importsOf({ path, text })) {
      if (typeOnly || target === null || target.startsWith('node:') || fits(target, demoOnly)) continue;
      if (target.startsWith('npm:')) packages.add(packageName(target.slice('npm:'.length)));
      else sources.add(target);
    }
  }
  return { sources: [...sources], packages };
}

function packageName(imported: string): string {
  return imported
    .split('/')
    .slice(0, imported.startsWith('@') ? 2 : 1)
    .join('/');
}

type Manifest = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

/**
 * Returns the folders of these packages and of all their dependencies. Packages for other machines are not installed.
 */
function packagesOf(root: string, names: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  const add = (name: string, from: string) => {
    const folder = findPackage(root, name, from);
    if (folder !== null) found.add(folder);
    else if (from === '') throw new Error(`The package ${name} is not installed: run npm ci.`);
  };
  for (const name of names) add(name, '');
  for (const folder of found) {
    const manifest: Manifest = JSON.parse(readText(root, `${folder}/package.json`));
    const peers = Object.keys(manifest.peerDependencies ?? {});
    const needed = peers.filter((name) => !manifest.peerDependenciesMeta?.[name]?.optional);
    const own = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
    for (const name of [...own, ...needed]) add(name, folder);
  }
  return [...found];
}

/** Returns the folder that Node finds for a package when a module of the folder `from` imports it. */
function findPackage(root: string, name: string, from: string): string | null {
  for (let place = from; ; place = place.includes('/') ? posix.dirname(place) : '') {
    const folder = posix.join(place, 'node_modules', name);
    if (existsSync(join(root, folder, 'package.json'))) return folder;
    if (place === '') return null;
  }
}

/** Returns the files of a folder without the packages inside it, or the file itself. */
function filesIn(root: string, path: string): string[] {
  if (/\.mjs$/.test(path)) return [path];
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [`${path}/${entry.name}`];
    return entry.name === 'node_modules' ? [] : filesIn(root, `${path}/${entry.name}`);
  });
}

function readText(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
