// Apart from api.ts, because the sign-in screen loads it with the form.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { register } from '#contract/identity/sign-in.endpoints.ts';
import type { Register } from '#contract/identity/sign-in.ts';
import { registerByLink } from '#contract/pages/entry.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { ApiError } from '#web/platform/errors.ts';
import { becomeUser } from '../accounts/api.ts';
import type { Proof } from './occasion-display.ts';

/**
 * Creates an account and signs in. This uses up a link that verifies the address, and opens the page that the link is
 * for.
 */
export function useRegister(proof: Pick<Proof, 'link' | 'destination' | 'done'> | null) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useAction({
    send: async (body: Register) => {
      const user = await (proof
        ? call(registerByLink, { body: { ...body, link: proof.link } })
        : call(register, { body }));
      // First, because the page of the link would say that it has been used.
      if (proof) await navigate({ to: proof.destination, replace: true });
      becomeUser(client, user);
      return user;
    },
    failed: 'Registration failed',
    isQuoted: true,
    done: () => proof && { title: proof.done },
  });
}

/** Whether the address of a registration has an account. */
export function isEmailTaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'accounts.email-taken';
}
