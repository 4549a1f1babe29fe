import { useId, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import { CreateUser, type User, UserEdit } from '#contract/accounts-admin.ts';
import { EditConflict } from '../../../admin/EditConflict.tsx';
import { useEditForm } from '../../../platform/conflict.ts';
import { useShapeForm } from '../../../platform/form.ts';
import { useSingleRun } from '../../../platform/single-run.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { PasswordInput } from '../../../ui/PasswordInput.tsx';
import { fetchUser, useCreateUser, useSaveUser, useSwitchOffSecondFactor } from './api.ts';
import { fieldLabels, wordsFor } from './display.ts';
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
    newPassword: 'password',
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

const editedOf = ({ firstName, lastName, email, organization, role, updatedAt }: User) => ({
  values: { firstName, lastName, email, organization, role },
  updatedAt,
});

function EditDialog({ user, onClose }: { user: User; onClose: () => void }) {
  // The role as it is saved now, which decides whether it is saved anew.
  const saved = useRef(user);
  const saving = useSaveUser(saved, onClose);
  const formId = useId();
  const { form, conflict } = useEditForm({
    shape: UserEdit,
    opened: editedOf(user),
    save: ({ role, ...facts }, updatedAt) => saving.mutateAsync({ form: { ...facts, updatedAt }, role }),
    fetchSaved: async () => {
      saved.current = await fetchUser(user.id);
      return editedOf(saved.current);
    },
    code: 'accounts.conflict',
  });
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
      <FormProvider {...form}>
        <form id={formId} noValidate onSubmit={form.onSubmit} className="grid gap-5 sm:grid-cols-2">
          <UserFields />
        </form>
      </FormProvider>
      {user.twoFactorEnabled ? <SecondFactor user={user} onClose={onClose} /> : null}
      <EditConflict noun="user" conflict={conflict} labels={fieldLabels} wordsFor={wordsFor} />
    </Dialog>
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
