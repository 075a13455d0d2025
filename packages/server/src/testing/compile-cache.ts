import { createSharedEnv } from './processes/process.ts';

/*
 * The threads that a test starts, such as the readers of SQLite, find their compiled code in the cache of the test run. Without it, each
 * thread would remove the types from its sources again, which takes longer than most tests.
 */
Object.assign(process.env, createSharedEnv());
