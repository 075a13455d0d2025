import * as React from 'react';

/*
 * Two parts of React's development build cost a fifth of the CPU time of the browser, and no test needs their results. This file is the
 * first setup file, because react-dom looks for `console.timeStamp` when it is loaded.
 */

// Without this method, React measures no component for the profiler of the browser.
Reflect.set(console, 'timeStamp', undefined);

// React records a stack for each of the first 10,000 elements of a second. This counter says that there were more.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} });
