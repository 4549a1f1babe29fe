import { useId, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { CreateUser, type User, UserEdit } from '#contract/accounts-admin.ts';
import { useShapeForm } from '../../../platform/form.ts';
import { useSingleRun } from '../../../platform/single-run.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { PasswordInput } from '../../../ui/PasswordInput.tsx';
import { fetchUser, isEditedMeanwhile, useCreateUser, useSaveUser, useSwitchOffSecondFactor } from './api.ts';
import { differences } from './display.ts';
import { UserFields } from './UserFields.tsx';

type UserDialogProps = {
  /** The account to edit; without it a new one is opened. */
  user?: User;
  onClose: () => void;
};

/** Opens an account, or edits one (ADM-USER-04 to ADM-USER-06). */
export function UserDialog({ user, onClose }: UserDialogProps) {
  return user ? <EditDialog user={user} onClose={onClose} /> : <CreateDialog onClose={onClose} />;
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const creating = useCreateUser(onClose);
  const formId = useId();
  const form = useShapeForm({
    shape: CreateUser,
    defaultValues: { firstName: '', lastName: '', email: '', organization: '', password: '', role: 'user' },
    send: creating.mutateAsync,
  });
  return (
    <Dialog
      isOpen
      size="medium"
      isBusy={form.isBusy}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Add User"
      description="The account can be used at once, and an invitation goes to its address."
      footer={<Buttons formId={formId} label="Create User" isBusy={form.isBusy} onClose={onClose} />}
    >
      <FormProvider {...form}>
        <form id={formId} noValidate onSubmit={form.onSubmit} className="grid gap-5 sm:grid-cols-2">
          <UserFields />
          <Field
            label="Password"
            isRequired
            hint="Only for the first sign-in: the invitation leads to a password of the user's own."
            error={form.formState.errors.password?.message}
            className="sm:col-span-2"
          >
            <PasswordInput autoComplete="new-password" {...form.register('password')} />
          </Field>
        </form>
      </FormProvider>
    </Dialog>
  );
}

function EditDialog({ user, onClose }: { user: User; onClose: () => void }) {
  // The account as somebody else has left it meanwhile.
  const [saved, setSaved] = useState<User | null>(null);
  const saving = useSaveUser(saved ?? user, onClose);
  const formId = useId();
  const { firstName, lastName, email, organization, role } = user;
  const form = useShapeForm({
    shape: UserEdit,
    defaultValues: { firstName, lastName, email, organization, role },
    send: async ({ role: chosen, ...typed }) => {
      const seen = { ...typed, updatedAt: (saved ?? user).updatedAt };
      try {
        await saving.mutateAsync({ form: seen, role: chosen });
      } catch (error) {
        if (isEditedMeanwhile(error)) setSaved(await fetchUser(user.id));
        throw error;
      }
    },
  });
  const typed = form.watch();
  return (
    <Dialog
      isOpen
      size="medium"
      isBusy={form.isBusy}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Edit User"
      description={user.email}
      footer={<Buttons formId={formId} label="Save" isBusy={form.isBusy} onClose={onClose} />}
    >
      {saved ? <Meanwhile saved={saved} typed={{ ...typed, organization: typed.organization ?? null }} /> : null}
      <FormProvider {...form}>
        <form id={formId} noValidate onSubmit={form.onSubmit} className="grid gap-5 sm:grid-cols-2">
          <UserFields />
        </form>
      </FormProvider>
      {user.twoFactorEnabled ? <SecondFactor user={user} onClose={onClose} /> : null}
    </Dialog>
  );
}

type MeanwhileProps = { saved: User; typed: Parameters<typeof differences>[1] };

/** What somebody else has saved meanwhile beside what is about to be saved. */
function Meanwhile({ saved, typed }: MeanwhileProps) {
  const lines = differences(saved, typed);
  return (
    <Banner tone="warning" role="alert">
      <p className="font-semibold">Somebody has changed this user since you opened it.</p>
      {lines.map(({ label, ...line }) => (
        <p key={label}>
          {label}: saved is “{line.saved}”, yours is “{line.typed}”.
        </p>
      ))}
      <p>{lines.length > 0 ? 'Save writes yours over it.' : 'What you typed is what is saved already.'}</p>
    </Banner>
  );
}

function SecondFactor({ user, onClose }: { user: User; onClose: () => void }) {
  const switching = useSwitchOffSecondFactor(user.id, onClose);
  const switchOff = useSingleRun(() => switching.mutateAsync(undefined));
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-border pt-5">
      <p className="text-sm text-muted-foreground">Two-factor authentication is on.</p>
      <Button variant="outline" size="small" isBusy={switching.isPending} onClick={() => void switchOff()}>
        Switch Off Two-Factor
      </Button>
    </div>
  );
}

type ButtonsProps = { formId: string; label: string; isBusy: boolean; onClose: () => void };

function Buttons({ formId, label, isBusy, onClose }: ButtonsProps) {
  return (
    <>
      <Button variant="outline" disabled={isBusy} onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} isBusy={isBusy}>
        {label}
      </Button>
    </>
  );
}
