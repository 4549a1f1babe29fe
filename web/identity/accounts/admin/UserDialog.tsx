import { type ReactNode, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { CreateUser, type User, UserEdit } from '#contract/identity/accounts-admin.ts';
import { EditConflict, type FieldWords } from '#web/admin/EditConflict.tsx';
import { FormDialog } from '#web/admin/FormDialog.tsx';
import { keysOf } from '#web/catalogue/catalogue/display.ts';
import { useEditForm } from '#web/platform/conflict.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { labelIn } from '#web/platform/words.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { Select } from '#web/ui/Select.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { roleNames } from '../display.ts';
import { fetchUser, useCreateUser, useSaveUser, useSwitchOffSecondFactor } from './api.ts';

type UserDialogProps = {
  /** The account to edit; undefined for a new one. */
  user?: User;
  onClose: () => void;
};

/** Creates or edits an account (ADM-USER-04 to ADM-USER-06). */
export function UserDialog({ user, onClose }: UserDialogProps) {
  return user ? <EditDialog user={user} onClose={onClose} /> : <CreateDialog onClose={onClose} />;
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const creating = useCreateUser(onClose);
  const form = useSchemaForm({
    shape: CreateUser,
    defaultValues: { firstName: '', lastName: '', email: '', organization: '', password: '', role: 'user' },
    send: creating.mutateAsync,
    newPassword: 'password',
  });
  return (
    <FormDialog
      form={form}
      title="Add User"
      description="The user can sign in at once and gets an invitation by email."
      saveLabel="Create User"
      onClose={onClose}
    >
      <UserFields>
        <Field
          label="Password"
          isRequired
          hint="Only for the first sign-in: with the invitation, users choose a password of their own."
          error={form.formState.errors.password?.message}
          className="sm:col-span-2"
        >
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
      </UserFields>
    </FormDialog>
  );
}

const editedOf = ({ firstName, lastName, email, organization, role, updatedAt }: User) => ({
  values: { firstName, lastName, email, organization, role },
  updatedAt,
});

/** The labels of the fields where two administrators' changes are compared. */
const fieldLabels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  organization: 'Organization',
  role: 'Role',
};

const wordsFor: FieldWords = (name, value) => (name === 'role' ? labelIn(roleNames, value) : undefined);

function EditDialog({ user, onClose }: { user: User; onClose: () => void }) {
  // The role as it is saved now decides whether the form saves it again.
  const saved = useRef(user);
  const saving = useSaveUser(saved, onClose);
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
    <FormDialog
      form={form}
      title="Edit user"
      description={user.email}
      saveLabel="Save"
      onClose={onClose}
      over={<EditConflict noun="user" conflict={conflict} labels={fieldLabels} wordsFor={wordsFor} />}
    >
      <UserFields emailHint="A new address signs the user out everywhere and removes the password. The portal emails the new address a link to choose another." />
      {user.twoFactorEnabled ? <SecondFactor user={user} onClose={onClose} /> : null}
    </FormDialog>
  );
}

function SecondFactor({ user, onClose }: { user: User; onClose: () => void }) {
  const switching = useSwitchOffSecondFactor(user.id, onClose);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-border pt-5">
      <p className="text-sm text-muted-foreground">Two-factor authentication is on.</p>
      <Button variant="outline" size="small" isBusy={switching.isPending} onClick={() => switching.mutate()}>
        Turn off two-factor
      </Button>
    </div>
  );
}

type Values = { firstName: string; lastName: string; email: string; organization: string | null; role: string };

/** The fields of an account (LABEL-16). */
function UserFields({ emailHint, children }: { emailHint?: string; children?: ReactNode }) {
  const { register, formState } = useFormContext<Values>();
  const { errors } = formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="First Name" isRequired error={errors.firstName?.message}>
        <TextInput autoComplete="off" {...register('firstName')} />
      </Field>
      <Field label="Last Name" isRequired error={errors.lastName?.message}>
        <TextInput autoComplete="off" {...register('lastName')} />
      </Field>
      <Field label="Email" isRequired hint={emailHint} error={errors.email?.message} className="sm:col-span-2">
        <TextInput type="email" autoComplete="off" {...register('email')} />
      </Field>
      <Field label="Organization" isOptional error={errors.organization?.message}>
        <TextInput autoComplete="off" {...register('organization')} />
      </Field>
      <Field label="Role" error={errors.role?.message}>
        <Select {...register('role')}>
          {keysOf(roleNames).map((role) => (
            <option key={role} value={role}>
              {roleNames[role]}
            </option>
          ))}
        </Select>
      </Field>
      {children}
    </div>
  );
}
