import { defineConfig } from 'vitest/config';

// The pages are tried in a real browser against a real server, one after another: each file starts its own of both.
export default defineConfig({
  test: {
    include: ['tests/pages/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } }, // as long as the browser's driver waits; a second is not much on a busy machine
  },
});
