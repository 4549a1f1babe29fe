import { BadgeCheck, MailWarning, ShieldCheck, UserRound } from 'lucide-react';
import { useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { longDate } from '../../dates.ts';
import { usePage } from '../../platform/page.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { useMember, useResendVerification } from './api.ts';
import { fullName, roleName } from './display.ts';
import { ProfileForm } from './ProfileForm.tsx';

/** Who the member is to the portal; name and organization can be changed here. */
export function ProfileScreen() {
  const member = useMember();
  usePage('My Profile');
  return (
    <>
      <PageHeading title="My Profile" subtitle="What the portal knows about you." />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21.5rem] lg:gap-8">
        <div className="flex flex-col gap-6">
          <Identity member={member} />
          <PersonalInformation member={member} />
        </div>
        <AccountInformation member={member} />
      </div>
    </>
  );
}

function Identity({ member }: { member: CurrentUser }) {
  const isAdministrator = member.role === 'administrator';
  return (
    <Card className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <Avatar name={fullName(member)} size="large" />
      <div className="min-w-0">
        <h2 className="wrap-anywhere">{fullName(member)}</h2>
        <p className="mt-0.5 wrap-anywhere text-muted-foreground">{member.email}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Badge
            tone={isAdministrator ? 'info' : 'neutral'}
            icon={isAdministrator ? <ShieldCheck size={14} /> : <UserRound size={14} />}
          >
            {roleName(member.role)}
          </Badge>
          {member.emailVerified ? (
            <Badge tone="success" icon={<BadgeCheck size={14} />}>
              Email Verified
            </Badge>
          ) : null}
        </div>
      </div>
    </Card>
  );
}

function PersonalInformation({ member }: { member: CurrentUser }) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Card>
      <CardHeader
        title="Personal information"
        action={
          isEditing ? null : (
            <Button variant="outline" size="small" onClick={() => setIsEditing(true)}>
              Edit Profile
            </Button>
          )
        }
      />
      {isEditing ? (
        <ProfileForm member={member} onDone={() => setIsEditing(false)} />
      ) : (
        <Facts
          facts={[
            { label: 'First Name', value: member.firstName },
            { label: 'Last Name', value: member.lastName },
            { label: 'Email', value: member.email },
            { label: 'Organization', value: member.organization ?? 'Not given' },
          ]}
        />
      )}
    </Card>
  );
}

function AccountInformation({ member }: { member: CurrentUser }) {
  return (
    <Card>
      <CardHeader title="Account information" />
      <Facts
        facts={[
          { label: 'Account type', value: roleName(member.role) },
          { label: 'Member since', value: longDate(member.createdAt) },
          { label: 'Email status', value: <EmailStatus isVerified={member.emailVerified} /> },
          { label: 'Last updated', value: longDate(member.updatedAt) },
        ]}
      />
      {member.emailVerified ? null : <UnverifiedNote />}
    </Card>
  );
}

/** Where the link is, and another one for whom it has not reached (AUTH-22). */
function UnverifiedNote() {
  const resend = useResendVerification();
  return (
    <div className="mt-4 flex flex-col gap-3 border-t border-border pt-4">
      <p className="text-sm text-muted-foreground">
        The mail that welcomed you holds a link to verify your address. It works for 24 hours.
      </p>
      <Button variant="outline" size="small" isBlock isBusy={resend.isPending} onClick={() => resend.mutate()}>
        Send the mail again
      </Button>
    </div>
  );
}

function EmailStatus({ isVerified }: { isVerified: boolean }) {
  const Icon = isVerified ? BadgeCheck : MailWarning;
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon size={16} className={isVerified ? 'text-success-text' : 'text-warning-text'} />
      {isVerified ? 'Verified' : 'Not verified'}
    </span>
  );
}
