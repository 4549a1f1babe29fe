import type { ErrorCode } from '#contract/errors.ts';
import { saidIn } from '../said.ts';
import { reloadForOtherAccount } from './page-member.ts';

const passwordRejections: readonly (string | null)[] = [
  'accounts.password-too-short',
  'accounts.common-password',
] satisfies ErrorCode[];

/** Unsuccessful response. `message` is "<status>: <text>" (GEN-06); screens show `serverMessage`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Sentence in the response, its days in the reader's zone; null if the response was no JSON of the API. */
  readonly serverMessage: string | null;
  /** Code of contract/errors.ts; null if the response had none. */
  readonly code: string | null;
  /** JSON of the response; undefined if it was none. */
  readonly body: unknown;
  /** Whether the session is over, because a call for members got a 401. */
  readonly isSignedOut: boolean;

  constructor(reply: { status: number; text: string; isSignedOut: boolean }) {
    super(`${reply.status}: ${reply.text}`);
    this.body = parsed(reply.text);
    const { code, message } = readErrorBody(this.body);
    this.status = reply.status;
    this.serverMessage = message;
    this.code = code;
    this.isSignedOut = reply.isSignedOut;
  }
}

/** Makes the error of a failed response. With `isForMembers` a 401 means that the session has ended. */
export async function readApiError(response: Response, isForMembers: boolean): Promise<ApiError> {
  const text = (await response.text()) || response.statusText;
  return rejectionOf({ status: response.status, text, isSignedOut: isForMembers && response.status === 401 });
}

/** Makes the error of a failed call. Reloads the page when another account has signed in (AUTH-27). */
export function rejectionOf(reply: ConstructorParameters<typeof ApiError>[0]): ApiError {
  const error = new ApiError(reply);
  if (error.code === ('accounts.other-member' satisfies ErrorCode)) reloadForOtherAccount();
  return error;
}

/** Returns the sentence to show for any failure: the server's own, or `otherwise` (GEN-08). */
export function sentenceOf(
  error: unknown,
  otherwise = 'The portal could not be reached. Check your connection, then try again.',
): string {
  return (error instanceof ApiError && error.serverMessage) || otherwise;
}

/** Whether a save was rejected because another administrator saved the same object after it was opened. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code?.endsWith('conflict') === true;
}

/** Whether the server rejected a new password because of its content. */
export function isPasswordRejected(error: unknown): boolean {
  return error instanceof ApiError && passwordRejections.includes(error.code);
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // HTML and plain text of a proxy are not shown.
    return undefined;
  }
}

function readErrorBody(reply: unknown): { code: string | null; message: string | null } {
  if (typeof reply !== 'object' || reply === null) return { code: null, message: null };
  const { code, message, days } = reply as { code?: unknown; message?: unknown; days?: unknown };
  return {
    code: typeof code === 'string' ? code : null,
    message: typeof message === 'string' && message !== '' ? saidIn({ message, days: daysOf(days) }) : null,
  };
}

type Days = { text: string; at: string }[];

function daysOf(days: unknown): Days | undefined {
  const isDay = (day: Partial<Record<keyof Days[number], unknown>> | null) =>
    typeof day?.text === 'string' && typeof day.at === 'string' && !Number.isNaN(Date.parse(day.at));
  // Safe cast, because every entry was just checked.
  return Array.isArray(days) && days.every(isDay) ? (days as Days) : undefined;
}
