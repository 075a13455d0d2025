import { readFileSync } from 'node:fs';

// Node.js loads this file with `--import` into a process of a test. The file makes the clock of the process wrong by the milliseconds in another file that
// the test writes.
const file = process.env['SHIFT_FILE'];
if (file === undefined) throw new Error('SHIFT_FILE must name the file with the milliseconds');
const realTime = Date.now;
Date.now = () => realTime() + Number(readFileSync(file, 'utf8'));
