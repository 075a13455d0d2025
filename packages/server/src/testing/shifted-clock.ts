import { readFileSync } from 'node:fs';

// Loaded with `--import` into a process of a test, as libfaketime would be: its clock is off by the milliseconds in a file that the test writes.
const file = process.env['SHIFT_FILE'];
if (file === undefined) throw new Error('SHIFT_FILE names the file with the milliseconds');
const realTime = Date.now;
Date.now = () => realTime() + Number(readFileSync(file, 'utf8'));
