// Apart from `api.ts`, because screens that load no form of the sign-in need it.
import * as z from 'zod/mini';
import { ApiError } from '#web/platform/errors.ts';

const Rejection = z.object({
  code: z.literal('connections.company-required'),
  connection: z.object({ connectionId: z.string(), name: z.string() }),
});

/** Returns the connection through which a refused person must sign in; null for other errors (SSO-10). */
export function requiredIn(error: unknown): z.infer<typeof Rejection>['connection'] | null {
  const rejected = Rejection.safeParse(error instanceof ApiError ? error.body : null);
  return rejected.success ? rejected.data.connection : null;
}
