import { type APIRequestContext, expect } from '@playwright/test';
import type { CapturedMail } from '#stand-ins/mailbox/store.ts';

/**
 * Waits for a mail to this email address in the demo mailbox.
 * @returns the newest when there are several
 */
export async function mailTo(request: APIRequestContext, to: string, subject: RegExp): Promise<CapturedMail> {
  let found: CapturedMail | undefined;
  const find = async () => {
    const mails: CapturedMail[] = await (await request.get('/dev/mail.json')).json();
    found = mails.find((mail) => mail.to === to && subject.test(mail.subject));
    return found !== undefined;
  };
  await expect.poll(find, { message: `a mail to ${to}` }).toBe(true);
  // Safe because the poll ends only when the mail is there.
  return found as CapturedMail;
}

/** Returns the link in the verification mail of an email address. */
export async function verificationLinkOf(request: APIRequestContext, email: string): Promise<string> {
  const { text } = await mailTo(request, email, /verify/i);
  return /http\S+\/verify-email\?token=\S+/.exec(text)?.[0] ?? '';
}

/** Verifies the email address of the member who is signed in here. */
export async function verifyEmail(request: APIRequestContext, email: string): Promise<void> {
  const token = new URL(await verificationLinkOf(request, email)).searchParams.get('token');
  expect((await request.post('/api/verify-email', { data: { token } })).status()).toBe(200);
}
