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
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/core/api': server, '/brands': server, '/.well-known': server },
  },
});
