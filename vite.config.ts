import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

/**
 * The web app as browsers get it, and with `--ssr entry-server.ts` as the server runs it. The build script builds both
 * elsewhere and then renames.
 */
export default defineConfig({
  root: fileURLToPath(new URL('./web', import.meta.url)),
  plugins: [react(), tailwindcss(), pdfData()],
  // The worker that reads PDF files is a module.
  worker: { format: 'es' },
  build: {
    outDir: fileURLToPath(new URL('./dist/web/browser', import.meta.url)),
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // A picture inside the stylesheet would be a data: address, which the content security policy refuses.
    assetsInlineLimit: 0,
  },
  // The server build holds all it needs: only what is used of each package, which starts sooner than the packages.
  ssr: { noExternal: true },
});
