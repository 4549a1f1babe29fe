import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { type FirstScreen, firstScreensFile } from './contract/first-answers.ts';
import { firstScreens } from './web/first-screens.ts';

/** Leaves for the server what the pages of the first screens bring along. */
function describeFirstScreens(): Plugin {
  return {
    name: 'describe-first-screens',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const start = chunks.find(({ isEntry }) => isEntry);
      const startFiles = start ? filesOf(start, chunks) : new Set();
      const screens = firstScreens.map(({ file, ...screen }): FirstScreen => {
        const code = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/${file}`)));
        if (!code) throw new Error(`The build has no ${file}`);
        const files = [...filesOf(code, chunks)].filter((name) => !startFiles.has(name)).map((name) => `/${name}`);
        return { ...screen, files };
      });
      this.emitFile({ type: 'asset', fileName: firstScreensFile, source: JSON.stringify(screens) });
    },
  };
}

/** A chunk's file and all that load with it. */
function filesOf(chunk: Rolldown.OutputChunk, chunks: Rolldown.OutputChunk[], found = new Set<string>()): Set<string> {
  found.add(chunk.fileName);
  for (const imported of chunks) {
    if (chunk.imports.includes(imported.fileName) && !found.has(imported.fileName)) filesOf(imported, chunks, found);
  }
  return found;
}

/** Folders of the library for PDF files that some files need, and where its worker asks for them. */
const pdfFolders = ['cmaps', 'standard_fonts', 'wasm'];

/** Puts character maps, fonts and decoders beside the bundle, under the library's version. */
function pdfData(): Plugin {
  const source = path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
  const { version } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'));
  return {
    name: 'pdf-data',
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
          // The content security policy runs no WebAssembly; the decoder written in JavaScript stands beside it.
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

/** React, and what the sign-in and nearly every screen share: files of a few hundred bytes by themselves. */
const baseParts = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler)/',
    String.raw`web/ui/(Badge|Checkbox|Chip|Facts|Field|Fieldset|PageHeading|Pagination|PrincipleMark|SearchInput|Select|ShapeArt|TextInput|TextLink)\.tsx$`,
    String.raw`icons/(arrow-left|circle-check|download|external-link|eye|rotate-ccw|scroll-text|sliders-horizontal|user|users)\.m?js$`,
  ].join('|'),
);

/** The dashboard, and what browse and detail share with it or with each other. */
const cardParts = new RegExp(
  [
    String.raw`web/features/(catalogue/(DashboardScreen|ResourceCards)\.tsx|tools/(BlockedTab\.tsx|api\.ts)|library/use-kept-place\.ts)$`,
    String.raw`web/(platform/address-state|ui/use-media)\.ts$`,
  ].join('|'),
);

/** The app's page and bundle. The start script builds elsewhere with `--outDir <folder>` and then renames. */
export default defineConfig({
  root: fileURLToPath(new URL('./web', import.meta.url)),
  plugins: [react(), tailwindcss(), describeFirstScreens(), pdfData()],
  // The worker that reads PDF files is a module.
  worker: { format: 'es' },
  build: {
    outDir: fileURLToPath(new URL('./dist/web', import.meta.url)),
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // A picture inside the stylesheet would be a data: address, which the content security policy refuses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Three files before the dashboard's data instead of ten small ones: what everything stands on and the start,
          // two that travel side by side, and the cards. Browse takes one more, detail two.
          groups: [
            { name: 'base', test: baseParts, priority: 5 },
            { name: 'start', tags: ['$initial'], priority: 4 },
            { name: 'cards', test: cardParts, priority: 3 },
            { name: 'tabs', test: /web\/ui\/Tabs\.tsx$/, priority: 2 },
          ],
        },
      },
    },
  },
});
