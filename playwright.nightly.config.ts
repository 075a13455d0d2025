import { defineConfig } from '@playwright/test';
import everyChange from './playwright.config.ts';

/** Tests that take too long for every change: the nightly job runs them. */
export default defineConfig(everyChange, { testMatch: '**/*.nightly.ts', timeout: 1_800_000 });
