import { useFormContext } from 'react-hook-form';
import { Field } from '../../../ui/Field.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';

type Values = { firstName: string; lastName: string; email: string; organization: string | null; role: string };

/** What an account says of somebody (LABEL-16). */
export function UserFields() {
  const { register, formState } = useFormContext<Values>();
  const { errors } = formState;
  return (
    <>
      <Field label="First Name" isRequired error={errors.firstName?.message}>
        <TextInput autoComplete="off" {...register('firstName')} />
      </Field>
      <Field label="Last Name" isRequired error={errors.lastName?.message}>
        <TextInput autoComplete="off" {...register('lastName')} />
      </Field>
      <Field label="Email" isRequired error={errors.email?.message} className="sm:col-span-2">
        <TextInput type="email" autoComplete="off" {...register('email')} />
      </Field>
      <Field label="Organization" isOptional error={errors.organization?.message}>
        <TextInput autoComplete="off" {...register('organization')} />
      </Field>
      <Field label="Role" error={errors.role?.message}>
        <Select {...register('role')}>
          <option value="user">User</option>
          <option value="administrator">Administrator</option>
        </Select>
      </Field>
    </>
  );
}
