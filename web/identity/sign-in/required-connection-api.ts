// Apart from `api.ts`, because screens that load no form of the sign-in need it.
import * as z from 'zod/mini';
import { ApiError } from '#web/platform/errors.ts';

const Refusal = z.object({
  code: z.literal('connections.company-required'),
  connection: z.object({ connectionId: z.string(), name: z.string() }),
});

/** Returns the connection through which a refused person must sign in; null for other errors (SSO-10). */
export function requiredIn(error: unknown): z.infer<typeof Refusal>['connection'] | null {
  const refused = Refusal.safeParse(error instanceof ApiError ? error.body : null);
  return refused.success ? refused.data.connection : null;
}
