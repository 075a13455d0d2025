import { afterAll, beforeAll, expect } from 'vitest';
import { appendFileSync, readFileSync } from 'node:fs';
const stat = () => { const f = readFileSync('/proc/self/stat','utf8').split(') ')[1].split(' '); return { self:(+f[11]+ +f[12])/100, kids:(+f[13]+ +f[14])/100 }; };
const s0 = stat(); const t0 = performance.now();
afterAll(() => { const s = stat(); appendFileSync(process.env.COST_FILE!, JSON.stringify({ file: expect.getState().testPath?.replace(process.cwd()+'/',''), self:+(s.self-s0.self).toFixed(2), kids:+(s.kids-s0.kids).toFixed(2), wall:+((performance.now()-t0)/1000).toFixed(1), pid: process.pid, at: Date.now() })+'\n'); });
import { Session } from 'node:inspector/promises';
const g = globalThis as any;
if (process.env.PROF) {
  if (!g.__prof) { g.__prof = new Session(); g.__prof.connect(); await g.__prof.post('Profiler.enable'); await g.__prof.post('Profiler.setSamplingInterval', { interval: 500 }); }
  await g.__prof.post('Profiler.start');
  afterAll(async () => { const { profile } = await g.__prof.post('Profiler.stop'); const { writeFileSync } = await import('node:fs'); writeFileSync(`${process.env.PROF}/${process.pid}-${Date.now()}.json`, JSON.stringify(profile)); });
}
