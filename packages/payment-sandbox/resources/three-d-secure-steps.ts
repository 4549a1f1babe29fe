import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { ThreeDSecureStep } from '../records.ts';

/** Makes earlier pages of this intent useless: it was confirmed anew, cancelled or answered. */
export function forgetSteps({ store }: Context, intentId: string): void {
  for (const step of store.all('three_d_secure_step')) {
    if (step.intent === intentId) store.remove('three_d_secure_step', step.id);
  }
}

/** The open step behind a page's address. @throws ApiError 404 when it was answered or never existed */
export function openStep({ store }: Pick<Context, 'store'>, stepId: string): ThreeDSecureStep {
  const step = store.find('three_d_secure_step', stepId);
  if (step) return step;
  throw new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: 'This confirmation is no longer open.',
  });
}
