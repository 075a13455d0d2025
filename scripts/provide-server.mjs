import { findStartModule } from './server-build.mjs';

/**
 * Runs once for each run of the server's tests: tells them which module starts a portal.
 * @param {{ provide: (name: 'startModule', file: string) => void }} project
 */
export function setup(project) {
  project.provide('startModule', findStartModule());
}
