import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import type { Register } from '#contract/identity/sign-in.ts';

/** Registered member with the fields of the registration. */
export type Member = Register & { id: number };

/** Administrator of the demo (BOOT-10). */
export const demoAdministrator = { email: 'administrator@example.org', password: 'portal-demo' };

/** Returns the fields of a registration with an unused email address. */
export function newPerson(): Register {
  return {
    email: `${randomUUID()}@example.org`,
    password: 'a long enough password',
    firstName: 'Ines',
    lastName: 'Kaldor',
    organization: null,
  };
}

/**
 * Registers a new member.
 * @param request `context.request` of the browser to sign in
 */
export async function registerMember(request: APIRequestContext): Promise<Member> {
  const person = newPerson();
  const reply = await request.post('/api/register', { data: person });
  await expect(reply).toBeOK();
  const user: CurrentUser = await reply.json();
  return { ...person, id: user.id };
}

export async function signInAsAdministrator(request: APIRequestContext): Promise<CurrentUser> {
  const reply = await request.post('/api/login', { data: demoAdministrator });
  await expect(reply).toBeOK();
  return reply.json();
}
