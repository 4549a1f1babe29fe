import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, parseSync, Visitor } from 'vite';

type Range = { start: number; end: number };

/** Folders of the library for PDF files that some files need, and where its worker asks for them. */
const pdfFolders = ['cmaps', 'standard_fonts', 'wasm'];

/** Puts character maps, fonts and decoders beside the bundle, under the library's version. */
function pdfData(): Plugin {
  const source = path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
  const { version } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'));
  return {
    name: 'pdf-data',
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    configureServer({ middlewares }) {
      middlewares.use(`/assets/pdfjs-${version}`, (request, response, next) => {
        const [, folder = '', name = ''] = /^\/(\w+)\/([\w.-]+)$/.exec(request.url ?? '') ?? [];
        if (!pdfFolders.includes(folder)) return next();
        createReadStream(path.join(source, folder, name))
          .on('error', next)
          .pipe(response);
      });
    },
    generateBundle() {
      for (const folder of pdfFolders) {
        for (const file of readdirSync(path.join(source, folder))) {
          // The content security policy forbids WebAssembly; the JavaScript decoder is used instead.
          if (file.endsWith('.wasm')) continue;
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdfjs-${version}/${folder}/${file}`,
            source: readFileSync(path.join(source, folder, file)),
          });
        }
      }
    },
  };
}

/**
 * Removes from the endpoints what only the server and the API's description need, schemas included, and the imports of
 * these. Browsers need method and path, and whether the call is open to visitors. With the schemas the first load of
 * the dashboard would be 27 kB larger.
 */
function bareEndpoints(): Plugin {
  const removed = /^(params|query|body|response|summary|errors|scope|needsFreshSignIn)$/;
  return {
    name: 'bare-endpoints',
    transform: {
      filter: { id: /\/contract\/(?:\w+\/)?[\w-]+\.endpoints\.ts$/ },
      handler(code, id) {
        const properties: Range[] = [];
        const imports: (Range & { names: string[] })[] = [];
        const used = new Set<string>();
        const isRemoved = ({ start }: Range) =>
          properties.some((property) => start >= property.start && start < property.end);
        new Visitor({
          ImportDeclaration: ({ start, end, specifiers }) => {
            imports.push({ start, end, names: specifiers.map(({ local }) => local.name) });
          },
          Property: (node) => {
            const name = node.key.type === 'Identifier' ? node.key.name : '';
            const isOpen = node.value.type === 'Literal' && node.value.value === 'visitor';
            if (!isRemoved(node) && (removed.test(name) || (name === 'caller' && !isOpen))) properties.push(node);
          },
          Identifier: (node) => {
            const isImport = imports.some(({ start, end }) => node.start >= start && node.start < end);
            if (!isImport && !isRemoved(node)) used.add(node.name);
          },
        }).visit(parseSync(id, code).program);
        const unused = imports.filter(({ names }) => !names.some((name) => used.has(name)));
        // Cuts from the end, so that the offsets of the earlier parts stay valid.
        return [...unused, ...properties].reduceRight(
          (rest, { start, end }) => rest.slice(0, start) + rest.slice(rest[end] === ',' ? end + 1 : end),
          code,
        );
      },
    },
  };
}

/** React, and what the sign-in and nearly every screen share: files of a few hundred bytes by themselves. */
const baseParts = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler)/',
    String.raw`web/ui/(Badge|Checkbox|EmptyState|Field|Fieldset|LoadErrorLine|PageHeading|PrincipleMark|ShapeArt|TextInput|TextLink)\.tsx$`,
    String.raw`contract/learning/tools\.endpoints\.ts$`,
    String.raw`web/(platform/(clock|download|open-tab|page-state)|ui/money-format|identity/sign-in/tagline-display)\.ts$`,
    String.raw`icons/(arrow-left|arrow-right|circle-check|download|external-link|eye|eye-off|file-text|hourglass|rotate-ccw|ticket-percent|user|users)\.m?js$`,
  ].join('|'),
);

/** Modules that dashboard, browse and detail share. */
const cardParts = new RegExp(
  [
    String.raw`web/(catalogue/catalogue/ResourceCards\.tsx|learning/assessment/length-display\.ts|learning/tools/(AccessToolButton\.tsx|api\.ts))$`,
    String.raw`web/ui/use-media\.ts$`,
  ].join('|'),
);

/** Modules that a visitor's sign-in screen needs and nearly every form shares. */
const formParts = new RegExp(
  [
    'node_modules/(react-hook-form|@hookform)/',
    String.raw`web/platform/form\.ts$`,
    String.raw`web/ui/PasswordInput\.tsx$`,
    String.raw`contract/identity/sign-in-forms\.ts$`,
    String.raw`web/identity/sign-in/(AuthFrame\.tsx|display\.ts|register-schema\.ts)$`,
  ].join('|'),
);

/**
 * The web app as browsers get it, and with `--ssr entry-server.ts` as the server runs it. The build script builds both
 * elsewhere and then renames.
 */
export default defineConfig({
  root: fileURLToPath(new URL('./web', import.meta.url)),
  // Files refer to each other by relative paths, so that all of them may come from another origin (ASSETS_URL).
  base: './',
  plugins: [bareEndpoints(), react({ jsxImportSource: '#jsx' }), tailwindcss(), pdfData()],
  // The worker that reads PDF files is a module.
  worker: { format: 'es' },
  build: {
    outDir: fileURLToPath(new URL('./dist/web/browser', import.meta.url)),
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // Browsers of the last three years support module preloading; others load the same files a moment later.
    modulePreload: { polyfill: false },
    // A picture inside the stylesheet would be a data: address, which the content security policy refuses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Only screens have their names in file names, and hashes are as short as the bundler allows for so many files,
        // because the first file lists all files and each name makes it larger.
        chunkFileNames: ({ name }) => (name.endsWith('Screen') ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'),
        codeSplitting: {
          // Without these groups a first screen loads 29 to 46 files, most below 1 kB, and its largest paint takes 2.5
          // (dashboard), 3.3 (browse) and 3.1 (detail) times as long as that of a bare list.
          // No single rule does as well: `start` alone leaves 20 to 36 files, groups by size, share count or entry load 180 to
          // 240 kB instead of 151 to 166.
          groups: [
            { name: 'base', test: baseParts, priority: 5 },
            { name: 'start', tags: ['$initial'], priority: 4 },
            { name: 'cards', test: cardParts, priority: 3 },
            { name: 'forms', test: formParts, priority: 3 },
            // By themselves, because many screens check values without a form.
            { name: 'shapes', test: /node_modules\/zod\/|contract\/(identity\/accounts|text)\.ts$/, priority: 4 },
            { name: 'tabs', test: /web\/ui\/Tabs\.tsx$/, priority: 2 },
          ],
        },
      },
    },
  },
  // The server build holds all it needs: only what is used of each package, which starts sooner than the packages.
  ssr: { noExternal: true },
});
