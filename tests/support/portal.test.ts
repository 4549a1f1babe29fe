import { expect, it } from 'vitest';
import { type ErrorCode, errors } from '#contract/errors.ts';
import { login } from '#contract/identity/sign-in.endpoints.ts';
import { createTestPortal } from './portal.ts';

it('a portal of a test fails at its end when a call has answered a code that its endpoint does not list', async () => {
  const portal = await createTestPortal();
  // Safe because the list is as before when the test ends, and a worker runs one test at a time.
  const listed = login.errors as ErrorCode[];
  const codes = listed.splice(0);
  try {
    const { body } = await portal
      .visitor()
      .post('/api/login', { email: 'unknown@example.org', password: 'a password' });
    expect(body.message).toBe(errors['accounts.wrong-credentials'].message);
  } finally {
    listed.push(...codes);
  }
  await expect(portal.close()).rejects.toThrow(
    'POST /api/login answers accounts.wrong-credentials, which its endpoint in the contract does not list.',
  );
});
