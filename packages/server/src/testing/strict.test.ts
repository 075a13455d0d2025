import { createConnection } from 'node:net';
import { expect, test } from 'vitest';

test('a test cannot connect to another machine, by any API of Node', async () => {
  expect(() => createConnection(80, '192.0.2.1')).toThrow('A test tried to connect to 192.0.2.1.');
  expect(() => createConnection({ port: 80, host: 'portal.example' })).toThrow('portal.example');
  await expect(fetch('http://192.0.2.1/')).rejects.toThrow();
});
