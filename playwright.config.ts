import { defineConfig } from '@playwright/test';
import { launchArguments } from '#tests/browser/support/browser.ts';

/**
 * Journeys in a real browser against the real portal. The global setup sets PORTAL_URL and CHROMIUM_PATH before the
 * workers read this file. No test is retried; a test singled out by `.only` fails in CI.
 */
export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '*.e2e.ts',
  globalSetup: './tests/browser/support/portal.ts',
  outputDir: 'test-results/browser',
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Only a test that hangs meets these limits, however busy the machine is.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.PORTAL_URL,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Animations cost more processor time than the tested code.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: launchArguments },
  },
});
