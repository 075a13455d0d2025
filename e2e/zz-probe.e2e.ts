import { openSignedIn, test } from './test.ts';
test('probe', { tag: '@phone' }, async ({ page, demo }) => {
  await openSignedIn(page, demo.address, 'smallcustomer@demo.example');
  await page.goto(demo.address + '/account');
  await page.waitForLoadState('networkidle');
  console.log(JSON.stringify(await page.evaluate(() => {
    const a = [...document.querySelectorAll('main a')].find((e) => e.textContent === 'Contact support')!;
    a.scrollIntoView({ block: 'center', inline: 'center' });
    const r = a.getBoundingClientRect();
    const p = a.parentElement!.getBoundingClientRect();
    const b = a.parentElement!.nextElementSibling!.getBoundingClientRect();
    const x = r.left + r.width / 2, y = r.top + r.height / 2;
    return { r, p, b, scroll: [scrollY, innerHeight], at: [[-21.5,0],[21.5,0],[0,-21.5],[0,21.5]].map(([dx,dy]) => document.elementFromPoint(x+dx!, y+dy!)?.outerHTML.slice(0,120)) };
  }), null, 1));
  await page.screenshot({ path: '/work/tmp/account-390.png' });
});
