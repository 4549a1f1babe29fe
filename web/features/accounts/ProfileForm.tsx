import { useEffect } from 'react';
import { type CurrentUser, ProfileForm as ProfileShape } from '#contract/accounts.ts';
import { useShapeForm } from '../../platform/form.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useUpdateProfile } from './api.ts';

type ProfileFormProps = { member: CurrentUser; onDone: () => void };

/** Changes name and organization; the address stays as it is (PROF-05). */
export function ProfileForm({ member, onDone }: ProfileFormProps) {
  const update = useUpdateProfile();
  const { firstName, lastName, organization } = member;
  const { register, formState, onSubmit, isBusy, setFocus } = useShapeForm({
    shape: ProfileShape,
    defaultValues: { firstName, lastName, organization: organization ?? '' },
    send: async (form) => {
      await update.mutateAsync(form);
      onDone();
    },
  });
  const { errors } = formState;

  // The button that opened the form is gone.
  useEffect(() => setFocus('firstName'), [setFocus]);

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
