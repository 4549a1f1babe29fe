import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const portal = 'http://localhost:3000';

/**
 * Lets the browser fetch the two Latin font files together with the stylesheet instead of after it,
 * so that the text is drawn once.
 */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, context) =>
        Object.keys(context.bundle ?? {})
          .filter((fileName) => /-latin-wght-normal-[^/]*\.woff2$/.test(fileName))
          .map((fileName) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${fileName}`, crossorigin: true },
            injectTo: 'head' as const,
          })),
    },
  };
}

/** The app's page and bundle. The start script builds elsewhere with `--outDir <folder>` and then renames. */
export default defineConfig({
  root: fileURLToPath(new URL('./web', import.meta.url)),
  plugins: [react(), tailwindcss(), preloadFonts()],
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
          // Three files before the dashboard's data instead of ten small ones: the start, what screens and the sign-in
          // share, and the cards.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'page', test: /web\/ui\/(PageHeading|ShapeArt|PrincipleMark|TextLink)\.tsx$/, priority: 3 },
            { name: 'cards', test: /catalogue\/(DashboardScreen|ResourceCards)\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/sandbox', '/media', '/dev'].map((path) => [path, portal])),
  },
});
