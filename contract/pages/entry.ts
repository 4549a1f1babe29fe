import * as z from 'zod/mini';
import { Register } from '../identity/sign-in.ts';
import { codeText } from '../text.ts';

/** The link of a mailed invitation or gift. */
export const MailedLink = z.object({
  kind: z.enum(['invitation', 'gift'], { error: 'kind must be invitation or gift' }),
  secret: codeText(/^[\w-]{43}$/, 'The link is not complete'),
});
export type MailedLink = z.infer<typeof MailedLink>;

/** A registration by the link that was mailed to its address. */
export const RegisterByLink = z.extend(Register, { link: MailedLink });
export type RegisterByLink = z.infer<typeof RegisterByLink>;
