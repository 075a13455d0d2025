import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bundledPackages } from './bundled-packages.config.ts';
import { chunkGroups } from './chunk-groups.ts';
import { classNames } from './class-names.config.ts';
import { compressedFiles } from './compressed-files.config.ts';
import { removeServerParts } from './server-parts.config.ts';
import { pageFiles } from './page-files.config.ts';
import { prerenderedPages } from './prerendered-pages.config.ts';
import { reportFailedImports } from './dynamic-imports.config.ts';
import { iconImports, shortenIcons } from './icon-imports.config.ts';
import { serviceWorker } from './service-worker.config.ts';
import { createLanguagePlugin } from './language.config.ts';
import { createSavedPagePlugin } from './saved-page.config.ts';
import { entitiesWithoutHtml } from './entities.config.ts';

/** The address of the server that the pages call during development. `npm run dev` sets `API_ADDRESS`. */
const serverAddress = process.env['API_ADDRESS'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  css: { modules: classNames },
  plugins: [
    ...createLanguagePlugin(),
    react(),
    iconImports(),
    shortenIcons(),
    removeServerParts(),
    reportFailedImports(),
    pageFiles(),
    prerenderedPages(),
    serviceWorker(),
    compressedFiles(),
    bundledPackages(),
    createSavedPagePlugin({
      page: 'licence-checker.html',
      entry: 'src/features/licence-checker/saved/saved-checker.ts',
    }),
  ],
  resolve: {
    alias: {
      ...entitiesWithoutHtml,
      // The replacement does the same for React 18 and later, but does not contain the polyfill for older versions of React.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  build: {
    manifest: true,
    // The polyfill for module preloading is left out: it would be an inline script, which the Content-Security-Policy forbids, and no
    // supported browser needs it.
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    target: 'es2023',
    // The first versions of the browsers with the CSS function light-dark(), so that the build does not convert it.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: {
        // By default a shared chunk is named after all modules that share it, which is too long to read.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash:7].js`,
        assetFileNames: ({ names }) => `assets/${names[0]?.split(/[~.]/)[0]}-[hash:7][extname]`,
        codeSplitting: { groups: [...chunkGroups], includeDependenciesRecursively: false },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/core/api': serverAddress,
      '/brands': serverAddress,
      '/.well-known': serverAddress,
      '/release-notes/feed.xml': serverAddress,
      '/licence-checker.html': serverAddress,
      '/health': serverAddress,
    },
  },
});
