import { defineConfig, devices } from '@playwright/test';
import type { WorkerOptions } from './e2e/test.ts';
import everyChange from './playwright.config.ts';

/** The tests that also run on translated pages: the walk over all forms, and the work of customers and staff. */
const translatedTests =
  /(translated-buttons|form-walk|customer-work|staff-\w+|administration|profile-actions)\.nightly\.ts$|(account|help-requests|licence|licence-checker|license-admin|many-pcs|release-notes|sign-in-methods)\.e2e\.ts$/;

const createTranslatedProject = (name: string, translationDelayMs: number) => ({
  name,
  testMatch: translatedTests,
  use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 }, translationDelayMs },
});

/** Tests that take too long for every change: the nightly job runs them. If a button is missing, the test fails after `actionTimeout`. */
export default defineConfig<object, WorkerOptions>(everyChange, {
  testMatch: '**/*.nightly.ts',
  timeout: 1_800_000,
  use: { actionTimeout: 120_000 },
  projects: [
    ...(everyChange.projects ?? []).map((project) => ({ ...project, testIgnore: /translated-buttons/ })),
    createTranslatedProject('translated at once', 0),
    createTranslatedProject('translated later', 300),
  ],
});
