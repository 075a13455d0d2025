import { defineConfig } from '@playwright/test';
import everyChange from './playwright.config.ts';

/** Tests that take too long for every change: the nightly job runs them. If a button is missing, the test fails after `actionTimeout`. */
export default defineConfig(everyChange, {
  testMatch: '**/*.nightly.ts',
  timeout: 1_800_000,
  use: { actionTimeout: 120_000 },
});
