import type { OpenInvitation } from '#contract/organisations/organisations.ts';
import { usePage } from '#web/platform/page.ts';
import { Button } from '#web/ui/Button.tsx';
import { useHeadingFocus } from '#web/ui/PageHeading.tsx';
import { leaveForCompany } from './company-api.ts';
import { EntryNotes } from './EntryNotes.tsx';

type CompanyJoinProps = { invitation: OpenInvitation; company: NonNullable<OpenInvitation['company']> };

/** An invitation to an address that must come through its company: its button alone, no password (SSO-10). */
export function CompanyJoin({ invitation: { organisation, email }, company }: CompanyJoinProps) {
  const heading = useHeadingFocus('join');
  usePage('Your invitation');
  return (
    <>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          Sign in with your company
        </h1>
        <p className="mt-1.5 text-muted-foreground wrap-anywhere">
          {organisation} requires its own sign-in for <span translate="no">{email}</span>. There is no password here:
          you use the account that you have at work.
        </p>
      </div>
      <Button
        isBlock
        className="py-1 whitespace-normal!"
        onClick={() => leaveForCompany(company.startAddress, '/organisation')}
      >
        Continue with {company.name}
      </Button>
      <p className="text-sm text-muted-foreground">
        {company.name} gives the portal your name and email address. Signing out there can end your session here. Then
        you are in {organisation}.
      </p>
      <EntryNotes isRegistering={false} isInvited />
    </>
  );
}
