import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import base from './vite.config.ts';
import { mergeConfig } from 'vite';
export default mergeConfig(base, { plugins: [{ name: 'stats', generateBundle(_: unknown, bundle: any) {
  const out: any[] = [];
  for (const c of Object.values<any>(bundle)) if (c.type === 'chunk') out.push({ file: c.fileName, gz: gzipSync(c.code).length, size: c.code.length, imports: c.imports, dyn: c.dynamicImports, facade: c.facadeModuleId, modules: Object.entries<any>(c.modules).map(([id, m]) => [id.replace(/.*\/(node_modules|packages)\//, '$1/'), m.code?.length ?? 0, m.code ? gzipSync(m.code).length : 0]) });
  writeFileSync('/tmp/paint-stats.json', JSON.stringify(out));
} }], build: { outDir: '/tmp/paint-dist' } });
