import { chromium } from 'playwright-core';
import { startPortal } from '../e2e/running-portal.ts';
import { createLaunchOptions } from '../scripts/find-browser.mjs';
const portal = await startPortal({ args: ['--demo'], environment: { HUMAN_VERIFICATION: 'off' } });
const browser = await chromium.launch(createLaunchOptions());
for (const p of ['/terms', '/release-notes']) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, serviceWorkers: 'block' });
  const page = await context.newPage(); page.setDefaultTimeout(60000);
  const s = await context.newCDPSession(page);
  await s.send('Network.enable');
  await s.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 });
  await page.addInitScript(`globalThis.all=[];new PerformanceObserver(l=>{for(const e of l.getEntries())all.push(Math.round(e.startTime)+' '+e.size+' '+(e.element?.tagName)+' '+(e.element?.textContent??'').slice(0,40))}).observe({type:'largest-contentful-paint',buffered:true})`);
  await page.goto(`${portal.address}${p}`); await page.waitForTimeout(9000);
  console.log(p, await page.evaluate('all'));
  await context.close();
}
await browser.close(); await portal.stop();
