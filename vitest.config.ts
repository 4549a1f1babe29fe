import { defineConfig } from 'vitest/config';

/**
 * Unit and API tests. Two workers, for two cores; no test is tried twice, and a test singled out by `.only` fails in CI.
 * Only the server's tests wait for a PostgreSQL.
 */
export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: 'tests/support/no-network.ts',
    pool: 'forks',
    maxWorkers: 2,
    retry: 0,
    // Long enough for a machine that is busy with other things: time tells nothing about what is right.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    allowOnly: !process.env.CI,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{server,demo,tests}/**/*.test.ts'],
          globalSetup: 'tests/support/global-setup.ts',
        },
      },
      {
        extends: true,
        test: { name: 'rest', include: ['{contract,packages,stand-ins,web,lint,scripts}/**/*.test.{ts,tsx}'] },
      },
    ],
  },
});
