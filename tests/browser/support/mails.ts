import { type APIRequestContext, expect } from '@playwright/test';
import type { CapturedMail } from '#stand-ins/mailbox/store.ts';

/** Waits for a mail to this address in the demo mailbox. @returns the newest when there are several */
export async function mailTo(request: APIRequestContext, to: string, subject: RegExp): Promise<CapturedMail> {
  let found: CapturedMail | undefined;
  const find = async () => {
    const mails: CapturedMail[] = await (await request.get('/dev/mail.json')).json();
    found = mails.find((mail) => mail.to === to && subject.test(mail.subject));
    return found !== undefined;
  };
  await expect.poll(find, { message: `a mail to ${to}` }).toBe(true);
  // The poll ends only when it is there.
  return found as CapturedMail;
}
