import { portalVersion } from '@basics/contract/calls/limits.ts';

/** The commit from which the server was bundled. The bundler replaces this name; nothing defines it when the sources run. */
declare const bundledCommit: string | undefined;

const commit = typeof bundledCommit === 'undefined' ? '' : bundledCommit;

/**
 * The version of this build, such as `1.0.1+3f2c1a9b7d` (https://semver.org, 10): the commit tells two builds of one version apart. The
 * sources themselves have no commit.
 */
export const buildVersion = commit === '' ? portalVersion : `${portalVersion}+${commit}`;
