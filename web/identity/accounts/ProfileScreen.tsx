import { BadgeCheck, MailWarning, ShieldCheck, UserRound } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import { ProfileForm as ProfileShape } from '#contract/identity/accounts-profile.ts';
import { memberRoles } from '#contract/interests.ts';
import { keysOf } from '#web/catalogue/catalogue/display.ts';
import { longDate } from '#web/dates.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { usePage } from '#web/platform/page.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Select } from '#web/ui/Select.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useWords } from '#web/ui/words.ts';
import { useMember } from './api.ts';
import { fullName, roleNames } from './display.ts';
import { goalNames } from './interest-display.ts';
import { useResendVerification, useUpdateProfile } from './profile-api.ts';

/** The member's profile, in which name, organization, role and goal can be changed. */
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
      <Avatar name={fullName(member)} image={member.profileImageUrl} size="large" />
      <div className="min-w-0">
        <h2 translate="no" className="wrap-anywhere">
          {fullName(member)}
        </h2>
        <p translate="no" className="mt-0.5 wrap-anywhere text-muted-foreground">
          {member.email}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Badge
            tone={isAdministrator ? 'info' : 'neutral'}
            icon={isAdministrator ? <ShieldCheck size={14} /> : <UserRound size={14} />}
          >
            {roleNames[member.role]}
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
  const { roles } = useWords();
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
            { label: 'Role', value: member.roleAffiliation ? roles[member.roleAffiliation].name : 'Not given' },
            { label: 'What brings you here', value: member.goal ? goalNames[member.goal] : 'Not given' },
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
          { label: 'Account type', value: roleNames[member.role] },
          { label: 'Member since', value: longDate(member.createdAt) },
          { label: 'Email status', value: <EmailStatus isVerified={member.emailVerified} /> },
          { label: 'Last updated', value: longDate(member.updatedAt) },
        ]}
      />
      {member.emailVerified ? null : <UnverifiedNote />}
    </Card>
  );
}

/** Explains the verification link and sends another one (AUTH-22). */
function UnverifiedNote() {
  const resend = useResendVerification();
  return (
    <div className="mt-4 flex flex-col gap-3 border-t border-border pt-4">
      <p className="text-sm text-muted-foreground">
        Your welcome email has a link to verify your address. The link works for 24 hours.
      </p>
      <Button variant="outline" size="small" isBlock isBusy={resend.isPending} onClick={() => resend.mutate()}>
        Send the email again
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

type ProfileFormProps = { member: CurrentUser; onDone: () => void };

/** Changes name, organization, role and goal; the email address stays as it is (PROF-05). */
function ProfileForm({ member, onDone }: ProfileFormProps) {
  const update = useUpdateProfile();
  const { roles } = useWords();
  const { firstName, lastName, organization, roleAffiliation, goal } = member;
  const { register, formState, onSubmit, isBusy, setFocus } = useSchemaForm({
    shape: ProfileShape,
    defaultValues: {
      firstName,
      lastName,
      organization: organization ?? '',
      roleAffiliation: roleAffiliation ?? '',
      goal: goal ?? '',
    },
    send: async (form) => {
      await update.mutateAsync(form);
      onDone();
    },
  });
  const { errors } = formState;
  useUnsaved(formState.isDirty && !isBusy);

  // The button that opened the form is gone, so the focus moves into the form, before anybody can type.
  useLayoutEffect(() => setFocus('firstName'), [setFocus]);

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        <Field label="First Name" error={errors.firstName?.message}>
          <TextInput autoComplete="given-name" {...register('firstName')} />
        </Field>
        <Field label="Last Name" error={errors.lastName?.message}>
          <TextInput autoComplete="family-name" {...register('lastName')} />
        </Field>
      </div>
      <Field label="Email" hint="The address of an account cannot be changed.">
        <TextInput type="email" value={member.email} disabled />
      </Field>
      <Field label="Organization" isOptional error={errors.organization?.message}>
        <TextInput autoComplete="organization" {...register('organization')} />
      </Field>
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        <Field label="Role" isOptional hint="What the dashboard shows first." error={errors.roleAffiliation?.message}>
          <Select {...register('roleAffiliation')}>
            <option value="">Not given</option>
            {memberRoles.map((role) => (
              <option key={role} value={role}>
                {roles[role].name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="What brings you here" isOptional error={errors.goal?.message}>
          <Select {...register('goal')}>
            <option value="">Not given</option>
            {keysOf(goalNames).map((goal) => (
              <option key={goal} value={goal}>
                {goalNames[goal]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="outline" disabled={isBusy} onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" isBusy={isBusy}>
          Save
        </Button>
      </div>
    </form>
  );
}
