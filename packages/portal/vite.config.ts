import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
  build: {
    manifest: true,
    // The policy of the page admits no inline script, and no browser that we support needs the polyfill.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    target: 'es2023',
    // light-dark() stays as written: these are the first versions that know it.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: {
        // A shared chunk is named after all that share it: too long to read.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${names[0]?.split(/[~.]/)[0]}-[hash][extname]`,
        codeSplitting: {
          // Few files rather than forty: what every page needs (the libraries apart, they change seldom), then what some share.
          groups: [
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 3 },
            { name: 'frame', test: /src[\\/](?!main\.tsx)/, tags: ['$initial'], priority: 2 },
            // Large, and never with what a page without a form needs.
            { name: 'forms', test: /node_modules[\\/](react-hook-form|@hookform)/, priority: 2 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1500, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/core/api': server, '/brands': server, '/.well-known': server },
  },
});
